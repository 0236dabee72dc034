"""The rows of a flow's draft. Fields that only one type of step or slot has live in `data`.

A draft may be wrong while somebody writes it: names may be missing or stand twice, and what fits no column lives in
`data` too. Validation says what to mend.
"""

from django.conf import settings
from django.db import models
from django.db.models import Q

from flows_app.limits import NAME_LENGTH, SLOT_TYPE_LENGTH, STEP_TYPE_LENGTH
from flows_app.models.flow import valid_name


class Step(models.Model):
    """One step. A nested one has a parent step and, under a branch, the case it belongs to."""

    flow = models.ForeignKey("flows_app.Flow", on_delete=models.CASCADE, related_name="steps")
    parent = models.ForeignKey("self", on_delete=models.CASCADE, null=True, blank=True, related_name="children")
    case = models.CharField(max_length=NAME_LENGTH, blank=True)
    position = models.PositiveIntegerField(default=0)
    name = models.CharField(max_length=NAME_LENGTH, validators=[valid_name])
    # Plugins add types, so there is no list of choices.
    type = models.CharField(max_length=STEP_TYPE_LENGTH)
    data = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ("position", "pk")

    def __str__(self) -> str:
        return self.name


class Slot(models.Model):
    """A value that a flow fills; or, if it belongs to a bot, one that all of the bot's flows share."""

    flow = models.ForeignKey("flows_app.Flow", on_delete=models.CASCADE, null=True, blank=True, related_name="slots")
    bot = models.ForeignKey("flows_app.Bot", on_delete=models.CASCADE, null=True, blank=True, related_name="slots")
    position = models.PositiveIntegerField(default=0)
    name = models.CharField(max_length=NAME_LENGTH, validators=[valid_name])
    # No `choices`: plugins add types, and a table does not change with them.
    type = models.CharField(max_length=SLOT_TYPE_LENGTH, default="text")
    data = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ("position", "pk")
        constraints = (
            models.UniqueConstraint(fields=("bot", "name"), name="slot_name_once_a_bot"),
            models.CheckConstraint(
                condition=Q(flow__isnull=True, bot__isnull=False) | Q(flow__isnull=False, bot__isnull=True),
                name="slot_of_a_flow_or_of_a_bot",
            ),
        )

    def __str__(self) -> str:
        return self.name


class DraftSnapshot(models.Model):
    """A whole draft as it was before something replaced it: no work is thrown away."""

    flow = models.ForeignKey("flows_app.Flow", on_delete=models.CASCADE, related_name="snapshots")
    document = models.JSONField()
    # Person who replaced it.
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    reason = models.CharField(max_length=200, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("-pk",)

    def __str__(self) -> str:
        return f"{self.flow}, {self.reason}"
