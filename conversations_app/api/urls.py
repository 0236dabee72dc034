from django.urls import path

from conversations_app.api import views, waiting
from conversations_app.api.on_orm_threads import on_orm_threads

_CONVERSATION = "conversations/<uuid:conversation_id>"

urlpatterns = [
    path("conversations", on_orm_threads(views.ConversationsView.as_view()), name="conversations"),
    path(_CONVERSATION, on_orm_threads(views.ConversationView.as_view()), name="conversation"),
    path(f"{_CONVERSATION}/messages", waiting.messages, name="messages"),
    path(f"{_CONVERSATION}/ticket", on_orm_threads(views.TicketView.as_view()), name="ticket"),
]
