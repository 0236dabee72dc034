from django.db import models


class Turn(models.Model):
    """What was made of one inbound message: saved before the flow runs, so that a repetition does the same."""

    class Status(models.TextChoices):
        RUNNING = "running"
        DONE = "done"
        FAILED = "failed"

    message = models.OneToOneField("conversations_app.Message", on_delete=models.CASCADE, related_name="turn")
    status = models.CharField(max_length=7, choices=Status, default=Status.RUNNING)
    now = models.DateTimeField()
    commands = models.JSONField(null=True, blank=True)
    provider = models.CharField(max_length=40, blank=True)
    trace = models.JSONField(default=dict, blank=True)
    attempts = models.PositiveSmallIntegerField(default=1)
    error = models.TextField(blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"turn {self.message_id} {self.status}"
