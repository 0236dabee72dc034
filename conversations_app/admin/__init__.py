"""Conversations, what was understood in them, and API keys in the Django admin."""

from conversations_app.admin.api_keys import ApiKeyAdmin
from conversations_app.admin.conversations import ConversationAdmin
from conversations_app.admin.nlu_examples import NLUExampleAdmin
from conversations_app.admin.nlu_programs import NLUProgramAdmin
from conversations_app.admin.turns import TurnAdmin
from conversations_app.admin.webhooks import WebhookDeliveryAdmin, WebhookEndpointAdmin

__all__ = [
    "ApiKeyAdmin",
    "ConversationAdmin",
    "NLUExampleAdmin",
    "NLUProgramAdmin",
    "TurnAdmin",
    "WebhookDeliveryAdmin",
    "WebhookEndpointAdmin",
]
