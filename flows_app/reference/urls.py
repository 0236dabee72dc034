from django.urls import re_path

from flows_app.reference import views

urlpatterns = [re_path(r"^(?P<name>flow|bot)\.json$", views.schema, name="language-schema")]
