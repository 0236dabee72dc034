from django.db import models
from django.utils.translation import gettext_lazy as _

from flows_app.models import Bot


class Turn(models.Model):
    """Record of one inbound message's turn: saved before the flow runs, so that a repetition does the same."""

    class Status(models.TextChoices):
        RUNNING = "running", _("Running")
        DONE = "done", _("Done")
        FAILED = "failed", _("Failed")

    message = models.OneToOneField("conversations_app.Message", on_delete=models.CASCADE, related_name="turn")
    # The first of the texts that it answers together, up to its message; null: that one alone.
    first_seq = models.PositiveIntegerField(null=True, blank=True)
    status = models.CharField(max_length=7, choices=Status, default=Status.RUNNING)
    now = models.DateTimeField()
    commands = models.JSONField(null=True, blank=True)
    provider = models.CharField(max_length=40, blank=True)
    trace = models.JSONField(default=dict, blank=True)
    # The one it answers in, from which on the conversation is in it; empty: as before.
    language = models.CharField(max_length=20, blank=True)
    # Attempts that ended in an error; the last one's traceback is kept.
    failures = models.PositiveSmallIntegerField(default=0)
    # The version each flow was started in, so that a repetition does not mix two.
    versions = models.JSONField(default=dict, blank=True)
    error = models.TextField(blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"turn {self.message_id} {self.status}"

    @property
    def bot(self) -> Bot:
        """Bot whose turn it was: rights come from there."""
        return self.message.conversation.bot
