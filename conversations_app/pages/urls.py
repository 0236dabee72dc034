from django.urls import path

from conversations_app.pages import views
from conversations_app.pages.widget_script import widget_module, widget_script

urlpatterns = [
    path("", views.home, name="home"),
    path("widget.js", widget_script, name="widget"),
    path("widget/<slug:name>.js", widget_module, name="widget_module"),
    path("chat/<slug:slug>/", views.chat, name="chat"),
    path("demo/<slug:slug>/", views.demo, name="demo"),
]
