import uuid
from datetime import datetime
from typing import Any

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from conversations_app.limits import AGENT_NAME_LENGTH, CHANNEL_NAME_LENGTH, SENDER_LENGTH


class ChangedAt(models.DateTimeField):  # type: ignore[type-arg]
    """`auto_now` by the database's clock, for a row that is changed under its lock: two machines compare it."""

    def pre_save(self, model_instance: Any, add: bool) -> datetime:
        changed_at: datetime = getattr(model_instance, "locked_at", None) or timezone.now()
        setattr(model_instance, self.attname, changed_at)
        return changed_at

    def deconstruct(self) -> Any:
        """A plain DateTimeField to migrations: its column is one."""
        name, _, arguments, options = super().deconstruct()
        return name, "django.db.models.DateTimeField", arguments, options


class Conversation(models.Model):
    """One user's talk with one bot.

    The row is also the conversation's lock: sequence numbers are given, and turns are closed, under it.
    """

    class Status(models.TextChoices):
        OPEN = "open", _("Open")
        WAITING = "waiting", _("Waiting")
        HANDED_OFF = "handed_off", _("Handed Off")
        CLOSED = "closed", _("Closed")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    bot = models.ForeignKey("flows_app.Bot", on_delete=models.PROTECT, related_name="conversations")
    # How its user is reached: a name in the registry of channels.
    channel = models.CharField(max_length=CHANNEL_NAME_LENGTH, default="web", editable=False)
    status = models.CharField(max_length=12, choices=Status, default=Status.OPEN)
    user_ref = models.CharField(max_length=200, blank=True)
    # Whether the host's own system, or a hash that only it can make, says that it is this user.
    user_verified = models.BooleanField(default=False)
    language = models.CharField(max_length=20, default="en")
    metadata = models.JSONField(default=dict, blank=True)
    # The open question, as clients see it.
    pending = models.JSONField(null=True, blank=True)
    # The sender of the message that it was asked upon.
    prompted_by = models.CharField(max_length=SENDER_LENGTH, blank=True)
    # Name of the agent who has it, as the user sees it; empty if no agent has it, or it is not known who.
    agent = models.CharField(max_length=AGENT_NAME_LENGTH, blank=True)
    # The user's rating, if they gave one.
    rating_score = models.PositiveSmallIntegerField(_("rating"), null=True, blank=True)
    rating_comment = models.TextField(blank=True)
    rated_at = models.DateTimeField(null=True, blank=True)
    # The newest checkpoint, where the next turn goes on. Here, so that the row's lock settles which one that is.
    checkpoint_id = models.CharField(max_length=64, blank=True, editable=False)

    last_seq = models.PositiveIntegerField(default=0)
    last_inbound_seq = models.PositiveIntegerField(default=0)
    # Every inbound message up to this one has been answered.
    processed_seq = models.PositiveIntegerField(default=0)

    # Only the worker that holds this token may close a turn.
    lease_token = models.UUIDField(null=True, blank=True)
    lease_expires_at = models.DateTimeField(null=True, blank=True)
    # How often a worker has taken the lease since a turn was last closed: one that kills its workers must end too.
    deliveries = models.PositiveSmallIntegerField(default=0)

    # Hashes of the request that started it, if it had an Idempotency-Key: of holder and key, and of the body.
    start_key = models.CharField(max_length=64, blank=True, editable=False)
    start_body = models.CharField(max_length=64, blank=True, editable=False)

    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = ChangedAt(auto_now=True)
    # The database's time when the row was locked; only on rows that are.
    locked_at: datetime

    class Meta:
        ordering = ("-updated_at",)
        indexes = (
            models.Index(
                fields=("updated_at",),
                name="conversation_unprocessed",
                condition=Q(last_inbound_seq__gt=F("processed_seq")),
            ),
            models.Index(fields=("updated_at",), name="conversation_waiting", condition=Q(status="waiting")),
            models.Index(fields=("bot", "-updated_at"), name="conversation_recent"),
            models.Index(fields=("bot", "-created_at", "-id"), name="conversation_newest"),
        )
        constraints = (
            models.UniqueConstraint(
                fields=("bot", "start_key"), condition=~Q(start_key=""), name="conversation_start_once"
            ),
        )

    def __str__(self) -> str:
        return str(self.id)

    @property
    def has_unprocessed_messages(self) -> bool:
        return self.last_inbound_seq > self.processed_seq

    @property
    def bot_is_silent(self) -> bool:
        """Whether a person has it, or nobody any more."""
        return self.status in (self.Status.HANDED_OFF, self.Status.CLOSED)
