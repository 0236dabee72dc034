from django.urls import path

from conversations_app.inbound.views import from_provider

urlpatterns = [path("<slug:name>/<slug:slug>/", from_provider, name="from_provider")]
