from django.db import models
from django.db.models import Q

from conversations_app.limits import IDEMPOTENCY_KEY_LENGTH, OCCASION_PATH_LENGTH
from flows_app.limits import NAME_LENGTH


class ActionReceipt(models.Model):
    """That something was begun on an occasion, and how it went: a repeated turn does not do it again.

    `flow_id` is no foreign key: the flow's run is stored when the turn ends, the receipt before the deed.
    """

    conversation = models.ForeignKey(
        "conversations_app.Conversation", on_delete=models.CASCADE, related_name="receipts"
    )
    flow_id = models.UUIDField()
    step = models.CharField(max_length=NAME_LENGTH)
    # Rounds and jumps back around the step (flows_app.engine.occasions); null if state version 1 wrote it, which
    # counted visits.
    path = models.CharField(max_length=OCCASION_PATH_LENGTH, null=True, blank=True)  # noqa: DJ001
    visit = models.PositiveIntegerField()
    # The action that was called; empty for a text that was written.
    action = models.CharField(max_length=NAME_LENGTH, blank=True)
    # Whether it is done once and for all, because the action is not idempotent.
    once = models.BooleanField(default=False)
    # The inbound message in whose turn it was begun.
    turn_seq = models.PositiveIntegerField(null=True, blank=True)
    # Names of the inputs that the action took; null if state version 1 wrote it.
    arguments = models.JSONField(null=True, blank=True)
    inputs_hash = models.CharField(max_length=64)
    key = models.CharField(max_length=IDEMPOTENCY_KEY_LENGTH)
    # Null while it runs, and for ever if it was killed.
    outcome = models.JSONField(null=True, blank=True)
    begun_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)
    # When its turn failed for good: if the same is asked for again, that occasion takes it over.
    left_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("begun_at",)
        constraints = (models.UniqueConstraint(fields=("flow_id", "step", "path"), name="receipt_once"),)
        indexes = (
            models.Index(
                fields=("conversation", "action", "inputs_hash"),
                name="receipt_left",
                condition=Q(left_at__isnull=False),
            ),
        )

    def __str__(self) -> str:
        return f"{self.step} {self.path or ''}".strip()

    @property
    def may_have_taken_effect(self) -> bool:
        return self.outcome is None or self.outcome.get("error_type") != "failed"

    @property
    def is_unknown(self) -> bool:
        return self.outcome is None or self.outcome.get("error_type") == "unknown"
