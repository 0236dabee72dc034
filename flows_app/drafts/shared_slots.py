"""A bot-wide slot is part of every flow that uses it: whoever changes it has changed those drafts."""

from flows_app.audit import record
from flows_app.drafts.locking import lock_draft, note_change
from flows_app.drafts.reading import read_draft
from flows_app.models import Bot, Flow
from flows_app.rights import Person
from flows_app.validation.usage import used_names


def note_shared_slots(bot: Bot, names: set[str], person: Person) -> None:
    """So that a publisher sees the draft again, and counts as one of its authors if the bot wants a second person."""
    if not names:
        return
    record(person, bot, "changed", f"bot-wide slots {', '.join(sorted(names))}")
    for flow in bot.flows.order_by("pk").prefetch_related("steps", "slots"):
        if _uses(flow, names):
            locked = lock_draft(flow.pk)
            note_change(locked, person)
            record(
                person,
                bot,
                "changed the slots of",
                flow,
                flow=flow.pk,
                draft_revision=locked.draft_revision,
                changes=[f"bot-wide slot “{name}”" for name in sorted(names)],
            )


def _uses(flow: Flow, names: set[str]) -> bool:
    definition = read_draft(flow).definition
    return definition is None or not names.isdisjoint(used_names(definition))
