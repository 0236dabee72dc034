from django.urls import path

from conversations_app.api import views, waiting

urlpatterns = [
    path("conversations", views.ConversationsView.as_view(), name="conversations"),
    path("conversations/<uuid:conversation_id>", views.ConversationView.as_view(), name="conversation"),
    path("conversations/<uuid:conversation_id>/messages", waiting.messages, name="messages"),
    path("conversations/<uuid:conversation_id>/ticket", views.TicketView.as_view(), name="ticket"),
]
