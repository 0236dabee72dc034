"""Actions that a file leaves out although it speaks of actions."""

from collections.abc import Iterator

from flows_app import audit
from flows_app.exchange.http_actions.callers import Callers, callers_in
from flows_app.flow_language import BotDefinition
from flows_app.models import Bot, HttpAction
from flows_app.rights import Person, Right, may
from flows_app.yaml_text.places import Place, Remarks


def remove_unnamed_actions(
    bot: Bot, definition: BotDefinition, place: Place, remarks: Remarks, user: Person
) -> list[str]:
    """After the flows have been written: their new drafts count. Gives those that stay for conversations' sake.

    An import never changes what is published, so what a flow calls is not taken from under it.
    """
    unnamed = list(bot.http_actions.exclude(name__in=[action.name for action in definition.http_actions]))
    callers = callers_in(bot) if unnamed else Callers()
    kept = []
    for action in unnamed:
        if in_use := " and ".join(_uses(action, callers)):
            sentence = f"The HTTP action “{action}” is left out, but called by {in_use}: list it, or end the calls."
            remarks.problem(place, sentence)
        elif action.name in callers.older_versions:
            kept.append(action.name)
        elif not may(user, Right.PUBLISH, bot):
            remarks.problem(place, f"The HTTP action “{action}” is left out: deleting it needs the right to publish.")
        else:
            _remove(action, user)
    return kept


def _uses(action: HttpAction, callers: Callers) -> Iterator[str]:
    if action.name in callers.drafts:
        yield f"the draft of {_listed(callers.drafts[action.name])}"
    if action.name in callers.published:
        yield f"the published version of {_listed(callers.published[action.name])}"


def _listed(flows: set[str]) -> str:
    return ", ".join(f"“{flow}”" for flow in sorted(flows))


def _remove(action: HttpAction, user: Person) -> None:
    audit.record(user, action.bot, "deleted", f"HTTP action {action}", url=action.url)
    action.delete()
