from django.db import models


class Checkpoint(models.Model):
    """A LangGraph checkpoint together with the writes that are pending on it, serialised by LangGraph.

    One row holds both, so that a turn reads its state with one statement and stores it with one.
    """

    thread_id = models.CharField(max_length=255)
    namespace = models.CharField(max_length=255, blank=True)
    checkpoint_id = models.CharField(max_length=64)
    parent_id = models.CharField(max_length=64, blank=True)
    metadata = models.JSONField(default=dict)
    # Empty while only writes have arrived: LangGraph may store those before their checkpoint.
    state_type = models.CharField(max_length=20, blank=True)
    state = models.BinaryField(default=bytes)
    writes_type = models.CharField(max_length=20, blank=True)
    writes = models.BinaryField(default=bytes)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("-checkpoint_id",)
        constraints = (
            # Also the index that finds a thread's newest checkpoint.
            models.UniqueConstraint(fields=("thread_id", "namespace", "checkpoint_id"), name="checkpoint_once"),
        )

    def __str__(self) -> str:
        return f"{self.thread_id} {self.checkpoint_id}"
