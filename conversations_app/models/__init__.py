from conversations_app.models.action_receipt import ActionReceipt
from conversations_app.models.api_key import ApiKey
from conversations_app.models.channel_address import ChannelAddress
from conversations_app.models.checkpoint import Checkpoint
from conversations_app.models.conversation import Conversation
from conversations_app.models.flow_run import FlowRun
from conversations_app.models.journal_page import JournalPage
from conversations_app.models.message import Message
from conversations_app.models.nlu_example import NLUExample
from conversations_app.models.nlu_program import NLUProgram
from conversations_app.models.turn import Turn
from conversations_app.models.webhook_delivery import WebhookAttempt, WebhookDelivery
from conversations_app.models.webhook_endpoint import WebhookEndpoint, WebhookSubscription
from conversations_app.models.webhook_event import WebhookEvent

__all__ = [
    "ActionReceipt",
    "ApiKey",
    "ChannelAddress",
    "Checkpoint",
    "Conversation",
    "FlowRun",
    "JournalPage",
    "Message",
    "NLUExample",
    "NLUProgram",
    "Turn",
    "WebhookAttempt",
    "WebhookDelivery",
    "WebhookEndpoint",
    "WebhookEvent",
    "WebhookSubscription",
]
