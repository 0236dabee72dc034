from django.core.validators import RegexValidator
from django.db import models

from flows_app.language.base import NAME_PATTERN
from flows_app.limits import DESCRIPTION_LENGTH, NAME_LENGTH

valid_name = RegexValidator(
    NAME_PATTERN, "Begin with a small letter and use only small letters, digits and underscores, such as ask_name."
)


class Flow(models.Model):
    """One conversation an author writes: an editable draft (its rows), and the versions published from it."""

    bot = models.ForeignKey("flows_app.Bot", on_delete=models.CASCADE, related_name="flows")
    name = models.CharField(max_length=NAME_LENGTH, validators=[valid_name])
    description = models.TextField(
        max_length=DESCRIPTION_LENGTH, blank=True, help_text="What it does for the user, in a sentence."
    )
    triggers = models.JSONField(default=list, blank=True, help_text="What people say to start it, one example a line.")
    current_version = models.ForeignKey(
        "flows_app.FlowVersion",
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        editable=False,
        related_name="+",
    )
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ("bot", "name")
        constraints = (models.UniqueConstraint(fields=("bot", "name"), name="flow_name_once_a_bot"),)
        permissions = (("publish_flow", "Can publish flows"),)

    def __str__(self) -> str:
        return self.name
