from datetime import datetime

from django.db import models
from django.db.models import Q

from conversations_app.limits import CHANNEL_ADDRESS_LENGTH, CHANNEL_NAME_LENGTH


class ChannelAddress(models.Model):
    """Address at which a provider reaches the user of a conversation, and how far its messages have got there.

    Messages are their own outbox: those after `sent_seq` are still to be sent. Web chat has no such rows.
    """

    conversation = models.OneToOneField(
        "conversations_app.Conversation", on_delete=models.CASCADE, primary_key=True, related_name="channel_address"
    )
    bot = models.ForeignKey("flows_app.Bot", on_delete=models.CASCADE, related_name="+")
    channel = models.CharField(max_length=CHANNEL_NAME_LENGTH)
    # The provider's id of the chat.
    address = models.CharField(max_length=CHANNEL_ADDRESS_LENGTH)
    # Whether what comes from the address belongs to this conversation; not so if another was started after it.
    current = models.BooleanField(default=True)

    # Every message to the user up to this one has been sent, or given up.
    sent_seq = models.PositiveIntegerField(default=0)
    # How many messages were given up, and what went wrong last; empty once something has arrived again.
    given_up = models.PositiveIntegerField(default=0)
    error = models.TextField(blank=True)
    # Tries of the next message so far, and when the next try is due; null: nothing waits to be sent.
    failures = models.PositiveSmallIntegerField(default=0)
    next_attempt_at = models.DateTimeField(null=True, blank=True)
    # A worker sends until then: one at a time, so that the order is kept.
    sending_until = models.DateTimeField(null=True, blank=True)
    # The database's time when the row was locked; only on rows that are.
    locked_at: datetime

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("bot", "channel", "address"), condition=Q(current=True), name="channel_address_current_once"
            ),
        )
        indexes = (
            models.Index(fields=("bot", "channel", "address"), name="channel_address_known"),
            models.Index(
                fields=("next_attempt_at",), name="channel_address_due", condition=Q(next_attempt_at__isnull=False)
            ),
        )

    def __str__(self) -> str:
        return f"{self.channel} {self.address}"
