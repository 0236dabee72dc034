"""Which flows of a bot call which action, and what that means for who may change it."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext_lazy as _

from flows_app.flow_language.uses import action_fields
from flows_app.models import Bot, FlowVersion, HttpAction, Step
from flows_app.rights import Person, Right, RightMissing, live_right, may

_NEEDED = {
    Right.PUBLISH: _(
        "Published flows call “{name}”: an action of that name is live at once, so it needs the right to publish."
    ),
    Right.MANAGE: _(
        "Published flows call “{name}”: an action of that name is live at once, "
        "so it needs the right to manage the bot."
    ),
}


class NameIsLive(RightMissing):
    """Versions call an action of this name, and the person may not change what is live."""

    def __init__(self, name: str, bot: Bot):
        super().__init__(live_right(bot), bot)
        self.args = (_NEEDED[self.right].format(name=name),)


def _names() -> defaultdict[str, set[str]]:
    return defaultdict(set)


@dataclass(frozen=True)
class Callers:
    """Each from an action's name to those that call it."""

    drafts: defaultdict[str, set[str]] = field(default_factory=_names)
    published: defaultdict[str, set[str]] = field(default_factory=_names)
    # Nobody starts these any more, but conversations may still be on their way through them.
    older_versions: defaultdict[str, set[str]] = field(default_factory=_names)


def callers_in(bot: Bot) -> Callers:
    callers = Callers()
    fields = action_fields()
    steps = Step.objects.filter(flow__bot=bot, type__in=fields)
    for flow, kind, data in steps.values_list("flow__name", "type", "data"):
        callers.drafts[str(data.get(fields[kind], ""))].add(flow)
    # One at a time: a bot may have a thousand long flows, each with its versions.
    for version in FlowVersion.objects.filter(flow__bot=bot).select_related("flow").iterator(chunk_size=50):
        is_current = version.flow.current_version_id == version.pk
        for action in _calls(version.definition, fields):
            if is_current:
                callers.published[action].add(version.flow.name)
            else:
                callers.older_versions[action].add(str(version))
    return callers


def is_called(action: HttpAction) -> bool:
    """Whether a version calls it: a conversation may be on its way through any of them."""
    return _is_called_by_name(action.bot, action.name)


def _is_called_by_name(bot: Bot, name: str) -> bool:
    callers = callers_in(bot)
    return bool(callers.published[name] or callers.older_versions[name])


def right_to_change(action: HttpAction) -> Right:
    """Flows call it as it is now: a change of it is live at once, as publishing is."""
    return live_right(action.bot) if is_called(action) else Right.PUBLISH


def require_name(person: Person, bot: Bot, name: str) -> None:
    """Before an action is made or renamed: versions may call a name that no action has any more, such as one of a
    plugin that was removed. Taking that name would change what is live."""
    if _is_called_by_name(bot, name) and not may(person, live_right(bot), bot):
        raise NameIsLive(name, bot)


def _calls(part: Any, fields: Mapping[str, str]) -> Iterator[str]:
    """Finds called actions in the stored data as it is: an old version need not fit today's language."""
    if isinstance(part, dict):
        field = fields.get(str(part.get("type")), "")
        if isinstance(part.get(field), str):
            yield part[field]
        part = list(part.values())
    if isinstance(part, list):
        for inside in part:
            yield from _calls(inside, fields)
