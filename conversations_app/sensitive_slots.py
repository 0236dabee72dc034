"""Which slots of a conversation are sensitive: those of the versions that its flows run on, or have run on; and of
those that the bot's flows would start on, since a value may be given for a flow that never starts."""

from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache

from conversations_app.models import Conversation, Turn
from flows_app.engine import Commands
from flows_app.limits import COMPILED_VERSIONS_IN_MEMORY
from flows_app.models import FlowVersion

# Relations to prefetch when many turns are asked for.
ASKED_OF_TURNS = ("message__conversation__flow_runs", "message__conversation__bot__flows")


def sensitive_in_versions(version_ids: Iterable[int]) -> frozenset[str]:
    slots = map(_slots_of, set(version_ids))
    return frozenset(name for by_name in slots for name, sensitive in by_name.items() if sensitive)


def sensitive_for_turn(
    commands: Commands | None, version_ids: Collection[int], conversation: Conversation
) -> frozenset[str]:
    """Gives the sensitive slots of the flows that the turn ran; of all others too only if a command names a slot that
    none of these has."""
    named = {command["slot"] for command in commands or () if command.get("slot")}
    if named <= {name for version_id in version_ids for name in _slots_of(version_id)}:
        return sensitive_in_versions(version_ids)
    return sensitive_in_versions(version_ids) | sensitive_in_conversation(conversation)


def sensitive_in_conversation(conversation: Conversation) -> frozenset[str]:
    """Takes the conversation's `flow_runs` and `bot__flows` as they were prefetched, if they were."""
    run = {run.version_id for run in conversation.flow_runs.all()}
    current = {flow.current_version_id for flow in conversation.bot.flows.all() if flow.current_version_id}
    return sensitive_in_versions(run | current)


def sensitive_in_turn(turn: Turn) -> frozenset[str]:
    """With those of flows that a turn which failed has started: these have no run."""
    return sensitive_in_conversation(turn.message.conversation) | sensitive_in_versions(turn.versions.values())


@lru_cache(maxsize=COMPILED_VERSIONS_IN_MEMORY)
def _slots_of(version_id: int) -> Mapping[str, bool]:
    """Their names, and whether they are sensitive. Versions never change, so this is asked once a process.

    As they are written: a version of an older language can't be run any more, but what it hides stays hidden.
    """
    definition = FlowVersion.objects.values_list("definition", flat=True).get(pk=version_id)
    slots = (*definition.get("bot_slots", ()), *definition.get("slots", ()))
    return {slot["name"]: slot.get("sensitive", False) for slot in slots}
