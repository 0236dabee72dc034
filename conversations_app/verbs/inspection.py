"""State of a conversation, for those who may look: the flow stack, and slots with sensitive ones masked."""

from typing import Annotated, Any, cast

from pydantic import Field, ValidationError
from typing_extensions import TypedDict

from conversations_app.delivery.shapes import Free
from conversations_app.models import Conversation
from conversations_app.turn.loading import UnknownStateVersion, load_state
from flows_app.engine import DialogueState, FlowContext
from flows_app.engine.state import BOT_SCOPE
from flows_app.flow_language import FlowDefinition
from flows_app.masking import masked_slots, sensitive_slots
from flows_app.models import FlowVersion

SlotsByFlow = Annotated[dict[str, Free], Field(description="By flow, then by slot.")]


class StandingFlowShape(TypedDict):
    flow: str
    version: int
    step: str | None


class Inspected(TypedDict, total=False):
    stack: list[StandingFlowShape]
    slots: SlotsByFlow


def inspect(conversation: Conversation) -> Inspected:
    state = stored_state(conversation)
    stack = state.get("flow_stack") or []
    versions = {version.pk: version for version in FlowVersion.objects.filter(pk__in=[f["version_id"] for f in stack])}
    return {
        "stack": [
            {"flow": flow["flow_name"], "version": versions[flow["version_id"]].number, "step": flow["step"]}
            for flow in stack
        ],
        "slots": {flow["flow_name"]: _slots(flow, state, versions[flow["version_id"]]) for flow in stack},
    }


def stored_state(conversation: Conversation) -> DialogueState:
    """State that the next turn begins with; empty if newer code wrote it."""
    try:
        return cast(DialogueState, load_state(conversation).values_before)
    except UnknownStateVersion:
        return {}


def _slots(flow: FlowContext, state: DialogueState, version: FlowVersion) -> dict[str, Any]:
    """The filled slots that the flow sees, its own and the bot-wide ones."""
    try:
        definition = FlowDefinition.read_stored(version.definition)
    except ValidationError:
        return {}  # it can't be run here any more, and which of its slots are sensitive nobody can tell
    own, shared = state["flow_slots"].get(flow["flow_id"], {}), state["flow_slots"].get(BOT_SCOPE, {})
    values = {
        name: (shared if name in definition.bot_slot_names else own).get(name) for name in definition.slots_by_name
    }
    filled = {name: value for name, value in values.items() if value is not None}
    return masked_slots(filled, sensitive_slots(definition))
