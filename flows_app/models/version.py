from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db import models
from django.utils.translation import gettext

if TYPE_CHECKING:
    from flows_app.models.bot import Bot


class ImmutableVersion(Exception):
    """Somebody tried to change or delete what conversations run on."""


class FlowVersionQuerySet(models.QuerySet["FlowVersion"]):
    def update(self, **values: Any) -> int:
        raise ImmutableVersion(gettext("A published version can't be changed; publish a new one."))

    def delete(self) -> tuple[int, dict[str, int]]:
        raise ImmutableVersion(gettext("A published version can't be deleted: conversations may run on it."))

    def delete_with_bot(self, bot: "Bot") -> None:
        """Deletes the versions of a bot. For the verb that deletes a whole bot, after its conversations: nothing can
        run on the versions then."""
        self.filter(flow__bot=bot)._raw_delete(self.db)


class FlowVersion(models.Model):
    """A definition as it was published. Conversations hold on to the version they started with."""

    flow = models.ForeignKey("flows_app.Flow", on_delete=models.PROTECT, related_name="versions")
    number = models.PositiveIntegerField()
    definition = models.JSONField()
    checksum = models.CharField(max_length=64)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    note = models.CharField(max_length=500, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = FlowVersionQuerySet.as_manager()

    class Meta:
        ordering = ("-number",)
        constraints = (models.UniqueConstraint(fields=("flow", "number"), name="version_number_once_a_flow"),)

    def __str__(self) -> str:
        return f"{self.flow} v{self.number}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise ImmutableVersion(gettext("A published version can't be changed; publish a new one."))
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        raise ImmutableVersion(gettext("A published version can't be deleted: conversations may run on it."))
