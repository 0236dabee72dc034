import uuid

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class WebhookEvent(models.Model):
    """Something that has happened, to be told: written in the transaction in which it happened.

    It goes with its conversation: what was said is not kept longer here than there.
    """

    class Type(models.TextChoices):
        MESSAGE = "message", _("a message is in a conversation")
        TURN_FAILED = "turn.failed", _("a message could not be answered")
        HANDED_OFF = "conversation.handed_off", _("a person is to take over")
        CLOSED = "conversation.closed", _("a conversation is closed")
        RATED = "conversation.rated", _("a user has rated a conversation")
        FLOW_COMPLETED = "flow.completed", _("a flow has come to its end")
        PING = "ping", _("a test")

    # Also what receivers know it by, on every attempt.
    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    bot = models.ForeignKey("flows_app.Bot", on_delete=models.CASCADE, related_name="+")
    # None for a ping.
    conversation = models.ForeignKey(
        "conversations_app.Conversation", on_delete=models.CASCADE, null=True, blank=True, related_name="webhook_events"
    )
    type = models.CharField(max_length=30, choices=Type)
    data = models.JSONField()
    created_at = models.DateTimeField()
    # Whether each endpoint that wants it has its delivery.
    fanned_out = models.BooleanField(default=False)

    class Meta:
        ordering = ("created_at",)
        indexes = (
            models.Index(fields=("created_at",), name="webhook_event_age"),
            models.Index(fields=("created_at",), name="webhook_event_waiting", condition=Q(fanned_out=False)),
        )

    def __str__(self) -> str:
        return f"{self.type} {self.message_id}"

    @property
    def message_id(self) -> str:
        return f"msg_{self.id.hex}"


# A ping is asked for, never subscribed to.
SUBSCRIBABLE = tuple(choice for choice in WebhookEvent.Type.choices if choice[0] != WebhookEvent.Type.PING)
