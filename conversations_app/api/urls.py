from django.urls import path

from conversations_app.api import (
    agents,
    bots,
    conversation_verbs,
    conversations,
    events,
    openapi,
    turns,
    waiting,
    webhooks,
    widget,
)
from conversations_app.api.on_orm_threads import on_orm_threads

_CONVERSATION = "conversations/<uuid:conversation_id>"
_BOT = "bots/<slug:slug>"
_WEBHOOK = "webhooks/<uuid:endpoint_id>"

urlpatterns = [
    path("openapi.json", on_orm_threads(openapi.as_json), name="openapi-json"),
    path("openapi.yaml", on_orm_threads(openapi.as_yaml), name="openapi-yaml"),
    path("docs", on_orm_threads(openapi.page), name="api-docs"),
    path("bots", on_orm_threads(bots.BotsView.as_view()), name="bots"),
    path(_BOT, on_orm_threads(bots.BotView.as_view()), name="bot"),
    path(f"{_BOT}/versions", on_orm_threads(bots.VersionsView.as_view()), name="bot-versions"),
    path(f"{_BOT}/widget", on_orm_threads(widget.WidgetView.as_view()), name="bot-widget"),
    path("conversations", on_orm_threads(conversations.ConversationsView.as_view()), name="conversations"),
    path(_CONVERSATION, on_orm_threads(conversations.ConversationView.as_view()), name="conversation"),
    path(f"{_CONVERSATION}/messages", waiting.messages, name="messages"),
    path(f"{_CONVERSATION}/events", events.events, name="events"),
    path(f"{_CONVERSATION}/ticket", on_orm_threads(conversations.TicketView.as_view()), name="ticket"),
    path(f"{_CONVERSATION}/close", on_orm_threads(conversation_verbs.CloseView.as_view()), name="close"),
    path(f"{_CONVERSATION}/handoff", on_orm_threads(conversation_verbs.HandOffView.as_view()), name="handoff"),
    path(f"{_CONVERSATION}/handback", on_orm_threads(conversation_verbs.HandBackView.as_view()), name="handback"),
    path(f"{_CONVERSATION}/replies", on_orm_threads(agents.RepliesView.as_view()), name="replies"),
    path(f"{_CONVERSATION}/typing", on_orm_threads(agents.TypingView.as_view()), name="typing"),
    path(f"{_CONVERSATION}/rating", on_orm_threads(conversation_verbs.RatingView.as_view()), name="rating"),
    path(f"{_CONVERSATION}/export", on_orm_threads(conversation_verbs.ExportView.as_view()), name="export"),
    path(f"{_CONVERSATION}/turns", on_orm_threads(turns.TurnsView.as_view()), name="turns"),
    path(f"{_CONVERSATION}/turns/<int:seq>", on_orm_threads(turns.TurnView.as_view()), name="turn"),
    path("webhooks", on_orm_threads(webhooks.WebhooksView.as_view()), name="webhooks"),
    path(_WEBHOOK, on_orm_threads(webhooks.WebhookView.as_view()), name="webhook"),
    path(f"{_WEBHOOK}/rotate", on_orm_threads(webhooks.RotateView.as_view()), name="webhook-rotate"),
    path(f"{_WEBHOOK}/test", webhooks.ping, name="webhook-test"),
    path(f"{_WEBHOOK}/deliveries", on_orm_threads(webhooks.DeliveriesView.as_view()), name="webhook-deliveries"),
    path(
        f"{_WEBHOOK}/deliveries/<int:delivery_id>/resend",
        on_orm_threads(webhooks.ResendView.as_view()),
        name="webhook-resend",
    ),
]
