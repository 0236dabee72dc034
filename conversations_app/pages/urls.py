from django.urls import path

from conversations_app.pages import views

urlpatterns = [
    path("", views.home, name="home"),
    path("chat/<slug:slug>/", views.chat, name="chat"),
]
