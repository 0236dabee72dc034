from django.urls import path

from conversations_app.simulator import views

urlpatterns = [
    path("<int:flow_id>/turn/", views.turn, name="simulator-turn"),
    path("<int:flow_id>/test/", views.make_test, name="simulator-test"),
    path("<int:flow_id>/start/", views.start, name="simulator-start"),
]
