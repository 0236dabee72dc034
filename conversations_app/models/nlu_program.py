from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class NLUProgram(models.Model):
    """Result of an optimiser on a bot's examples: instructions and demonstrations for its language model.

    Numbered by bot. At most one is active; without one the delivered programs run. Never changed, but for this: what a
    user has said does not outlive the conversation, and so a demonstration goes with its example.
    """

    bot = models.ForeignKey("flows_app.Bot", on_delete=models.CASCADE, related_name="nlu_programs")
    number = models.PositiveIntegerField()
    optimizer = models.CharField(max_length=20)
    model = models.CharField(max_length=200)
    # As DSPy dumps them, under `understanding` and `extraction`.
    states = models.JSONField()
    # How it was made: seed, train_share, max_demos, budget.
    made_with = models.JSONField(default=dict, blank=True)
    # From 0 to 1, on examples that the optimiser has not seen: of the program in use before, and of this one.
    score_before = models.FloatField()
    score = models.FloatField()
    # The number of what was in use before; null: the delivered programs.
    compared_with = models.PositiveIntegerField(null=True, blank=True)
    trained_on = models.PositiveIntegerField()
    measured_on = models.PositiveIntegerField()
    active = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("program")
        ordering = ("-created_at",)
        constraints = (
            models.UniqueConstraint(fields=("bot", "number"), name="program_number_once_a_bot"),
            models.UniqueConstraint(fields=("bot",), condition=Q(active=True), name="one_active_program_a_bot"),
        )

    def __str__(self) -> str:
        return f"{self.bot} program {self.number}"
