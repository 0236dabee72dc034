from django.db import models


class JournalPage(models.Model):
    """Page of a flow instance's journal (flows_app.engine.journal): the entries of one turn, oldest first.

    Pages are kept until the task ends: the flow that the user has started, with all that it has called.
    """

    conversation = models.ForeignKey(
        "conversations_app.Conversation", on_delete=models.CASCADE, related_name="journal_pages", db_index=False
    )
    # The flow_id of the flow that the user has started; and of the instance, its own or one that was called.
    task = models.UUIDField()
    flow_id = models.UUIDField()
    # The inbound message in whose turn it was told, and the turn's time.
    turn_seq = models.PositiveIntegerField()
    at = models.DateTimeField()
    # As they are, sensitive values included: nobody but the engine reads this.
    entries = models.JSONField()

    class Meta:
        ordering = ("turn_seq", "pk")
        indexes = (models.Index(fields=("conversation", "task"), name="journal_of_task"),)

    def __str__(self) -> str:
        return f"{self.flow_id} {self.turn_seq}"
