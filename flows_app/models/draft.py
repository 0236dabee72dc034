"""The rows of a flow's draft. Fields that only one type of step or slot has live in `data`."""

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q

from flows_app.language import STEP_TYPES, SlotType
from flows_app.language.base import END
from flows_app.limits import NAME_LENGTH
from flows_app.models.flow import valid_name


class Step(models.Model):
    """One step. A nested one has a parent step and, under a branch, the case it belongs to."""

    flow = models.ForeignKey("flows_app.Flow", on_delete=models.CASCADE, related_name="steps")
    parent = models.ForeignKey("self", on_delete=models.CASCADE, null=True, blank=True, related_name="children")
    case = models.CharField(max_length=NAME_LENGTH, blank=True)
    position = models.PositiveIntegerField(default=0)
    name = models.CharField(max_length=NAME_LENGTH, validators=[valid_name])
    type = models.CharField(max_length=20, choices=[(name, name) for name in STEP_TYPES])
    data = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ("position", "pk")
        constraints = (models.UniqueConstraint(fields=("flow", "name"), name="step_name_once_a_flow"),)

    def __str__(self) -> str:
        return self.name

    def clean(self) -> None:
        if self.name == END:
            raise ValidationError({"name": f"“{END}” is where a flow ends; call the step something else."})


class Slot(models.Model):
    """A value that a flow fills; or, if it belongs to a bot, one that all of the bot's flows share."""

    flow = models.ForeignKey("flows_app.Flow", on_delete=models.CASCADE, null=True, blank=True, related_name="slots")
    bot = models.ForeignKey("flows_app.Bot", on_delete=models.CASCADE, null=True, blank=True, related_name="slots")
    position = models.PositiveIntegerField(default=0)
    name = models.CharField(max_length=NAME_LENGTH, validators=[valid_name])
    type = models.CharField(max_length=20, choices=[(t.value, t.value) for t in SlotType], default=SlotType.TEXT)
    data = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ("position", "pk")
        constraints = (
            models.UniqueConstraint(fields=("flow", "name"), name="slot_name_once_a_flow"),
            models.UniqueConstraint(fields=("bot", "name"), name="slot_name_once_a_bot"),
            models.CheckConstraint(
                condition=Q(flow__isnull=True, bot__isnull=False) | Q(flow__isnull=False, bot__isnull=True),
                name="slot_of_a_flow_or_of_a_bot",
            ),
        )

    def __str__(self) -> str:
        return self.name
