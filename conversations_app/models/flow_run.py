from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from flows_app.limits import NAME_LENGTH


class FlowRun(models.Model):
    """A flow instance of a conversation: the version it is pinned to, and where in it the conversation stands.

    The checkpoint is what a turn goes by; this is for people, and keeps a version that is in use from being deleted.
    """

    class Status(models.TextChoices):
        RUNNING = "running", _("Running")
        COMPLETED = "completed", _("Completed")
        CANCELLED = "cancelled", _("Cancelled")
        FAILED = "failed", _("Failed")

    flow_id = models.UUIDField(primary_key=True, editable=False)
    conversation = models.ForeignKey(
        "conversations_app.Conversation", on_delete=models.CASCADE, related_name="flow_runs"
    )
    version = models.ForeignKey("flows_app.FlowVersion", on_delete=models.PROTECT, related_name="runs")
    # Where it stands, or stood when it was cancelled or failed; empty when it has come to its end.
    step = models.CharField(max_length=NAME_LENGTH, blank=True)
    status = models.CharField(max_length=9, choices=Status, default=Status.RUNNING)
    started_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("started_at",)
        indexes = (models.Index(fields=("version", "step"), name="flow_run_running", condition=Q(status="running")),)

    def __str__(self) -> str:
        return f"{self.version} {self.step or self.status}"
