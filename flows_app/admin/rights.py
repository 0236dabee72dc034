"""Rights by bot for every page of the admin, so that no page can forget one."""

from typing import Any

from django.contrib.admin import ModelAdmin, RelatedFieldListFilter
from django.db.models import QuerySet
from django.http import HttpRequest

from flows_app.models import Bot
from flows_app.rights import Person, Right, bots_with, has_somewhere, may


def person_of(request: HttpRequest) -> Person:
    person: Person = request.user
    return person


def bot_of(obj: Any) -> Bot:
    """Gives the bot: the object itself, the bot it belongs to, or the bot of the flow it belongs to."""
    if isinstance(obj, Bot):
        return obj
    bot: Bot = obj.bot if hasattr(obj, "bot") else obj.flow.bot
    return bot


class RightsByBot:
    """Checks rights by bot, in a ModelAdmin or in an inline, whose `obj` is then the page's: rights of both come from
    the same bot.

    Put before Django's class. Django's model permissions are not consulted: a role in a bot is enough for staff.
    """

    bot_lookup = "bot"
    view_right = Right.VIEW
    add_right = Right.WRITE
    change_right = Right.WRITE
    delete_right = Right.WRITE

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows: QuerySet[Any] = super().get_queryset(request)  # type: ignore[misc]
        return rows.filter(**{f"{self.bot_lookup}__in": bots_with(person_of(request), self.view_right)})

    def has_module_permission(self, request: HttpRequest) -> bool:
        return has_somewhere(person_of(request), self.view_right)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self._has(request, self.view_right, obj)

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self._has(request, self.add_right, obj)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self._has(request, self.change_right, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self._has(request, self.delete_right, obj)

    def _has(self, request: HttpRequest, right: Right, obj: Any) -> bool:
        """Tells whether the person has the right; without an object, whether in any bot, for links and empty forms."""
        person = person_of(request)
        return has_somewhere(person, right) if obj is None else may(person, right, bot_of(obj))


class TheirBots(RelatedFieldListFilter):
    """A list's filter by bot, with those alone that the reader may see. Django's own names all of them, or looks
    through all rows for those that there are."""

    def field_choices(self, field: Any, request: HttpRequest, model_admin: ModelAdmin) -> Any:
        theirs = bots_with(person_of(request), getattr(model_admin, "view_right", Right.VIEW))
        ordering = self.field_admin_ordering(field, request, model_admin)
        return field.get_choices(include_blank=False, ordering=ordering, limit_choices_to={"pk__in": theirs})


class ReadOnly:
    """Forbids adding, changing and deleting: for rows that are written once. Put before `RightsByBot`."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
