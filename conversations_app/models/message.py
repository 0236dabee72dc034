from uuid import UUID

from django.db import models
from django.db.models import Q, Subquery
from django.utils.translation import gettext_lazy as _

from conversations_app.limits import CLIENT_ID_LENGTH, SENDER_LENGTH
from conversations_app.models.conversation import Conversation
from flows_app.masking import masked_text


class MessageQuerySet(models.QuerySet["Message"]):
    def unprocessed(self, conversation_id: UUID) -> "MessageQuerySet":
        """Inbound messages that no turn has answered yet.

        The place where they begin is a subquery, so that the database looks it up first and reads from there: of a join
        PostgreSQL reads every message that the conversation ever had.
        """
        inbound = Q(role=Message.Role.USER) | ~Q(event="")
        processed = Conversation.objects.filter(pk=conversation_id).values("processed_seq")
        return self.filter(inbound, conversation_id=conversation_id, seq__gt=Subquery(processed))


class Message(models.Model):
    """A message in a conversation, from either side. `seq` is dense and increasing: one cursor for every client."""

    class Role(models.TextChoices):
        USER = "user", _("User")
        BOT = "bot", _("Bot")
        AGENT = "agent", _("Agent")
        SYSTEM = "system", _("System")

    class Kind(models.TextChoices):
        TEXT = "text", _("Text")
        INFORM = "inform", _("Inform")
        COLLECT = "collect", _("Collect")
        CONFIRM = "confirm", _("Confirm")

    conversation = models.ForeignKey(
        "conversations_app.Conversation", on_delete=models.CASCADE, related_name="messages"
    )
    seq = models.PositiveIntegerField()
    role = models.CharField(max_length=6, choices=Role)
    kind = models.CharField(max_length=7, choices=Kind, default=Kind.TEXT)
    text = models.TextField(blank=True)
    # Where the Markdown of the text has values, which are shown as they are: `[[from, to], …]`. Null: it is all plain.
    plain_parts = models.JSONField(null=True, blank=True)
    slot = models.CharField(max_length=64, blank=True)
    # How an answer can be entered, if it asks for a slot.
    input = models.JSONField(null=True, blank=True)
    options = models.JSONField(default=list, blank=True)
    # Whether its flow goes on only when the user has acknowledged it.
    wait_for_ack = models.BooleanField(default=False)
    metadata = models.JSONField(default=dict, blank=True)
    # The inbound message it answers; its own seq if it is one.
    turn_seq = models.PositiveIntegerField()
    # Inbound: the sender's own id, and commands that stand in for understanding.
    client_id = models.CharField(max_length=CLIENT_ID_LENGTH, blank=True)
    commands = models.JSONField(null=True, blank=True)
    # Inbound: who has sent it, as far as that can be told (a key, a token, a connection; `event`); and the newest seq
    # that they had seen by then. Null of what was stored before this was noted: nothing.
    sender = models.CharField(max_length=SENDER_LENGTH, blank=True)
    seen = models.PositiveIntegerField(null=True, blank=True)
    # Inbound: a button of the message with this key, `{"key", "value"}`.
    pressed = models.JSONField(null=True, blank=True)
    # Inbound, of the system: what has happened, in place of something said.
    event = models.CharField(max_length=20, blank=True)
    # Whether its text shows or gives the value of a sensitive slot: then only the user sees it.
    sensitive = models.BooleanField(default=False)
    # Outbound: the same when its turn is repeated.
    key = models.CharField(max_length=255, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = MessageQuerySet.as_manager()

    class Meta:
        ordering = ("seq",)
        constraints = (
            models.UniqueConstraint(fields=("conversation", "seq"), name="message_seq_once"),
            models.UniqueConstraint(
                fields=("conversation", "client_id"), condition=~Q(client_id=""), name="message_client_id_once"
            ),
            models.UniqueConstraint(fields=("conversation", "key"), condition=~Q(key=""), name="message_key_once"),
        )

    def __str__(self) -> str:
        return f"{self.seq} {self.role}: {masked_text(self.text[:60], sensitive=self.sensitive)}"

    def replies(self) -> MessageQuerySet:
        """Finds the answers to this inbound message."""
        later = Message.objects.filter(conversation_id=self.conversation_id, seq__gt=self.seq)
        return later.filter(turn_seq=self.seq).order_by("seq")
