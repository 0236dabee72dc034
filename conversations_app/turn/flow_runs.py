"""Where a conversation's flows stand, as rows: what a turn has changed is stored with it, in one statement."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.utils import timezone

from conversations_app.models import Conversation, FlowRun
from conversations_app.prepared import PreparedInsert
from flows_app.engine import DialogueState, FlowContext

_CHANGES = ("version", "step", "status", "ended_at")
_single_run = PreparedInsert(FlowRun, unique_field="flow_id", update_fields=_CHANGES)


def store_changed_runs(
    conversation: Conversation, before: Mapping[str, Any], state: DialogueState, began_at: datetime
) -> None:
    """Inside the closing transaction. `before` is the state that the turn, which began at `began_at`, found."""
    runs = [*_moved(before.get("flow_stack") or (), state), *_ended(state)]
    for run in runs:
        run.conversation, run.started_at = conversation, began_at
    if len(runs) == 1:
        _single_run.insert(runs[0])
    elif runs:
        FlowRun.objects.bulk_create(runs, update_conflicts=True, unique_fields=["flow_id"], update_fields=_CHANGES)
    if conversation.status == Conversation.Status.CLOSED:
        cancel_runs(conversation)


def _moved(stack_before: Sequence[FlowContext], state: DialogueState) -> Iterator[FlowRun]:
    """Flows that are new on the stack, or stand elsewhere."""
    found = {flow["flow_id"]: _place(flow) for flow in stack_before}
    for flow in state.get("flow_stack") or ():
        if found.get(flow["flow_id"]) != _place(flow):
            yield FlowRun(flow_id=flow["flow_id"], version_id=flow["version_id"], step=flow["step"] or "")


def _place(flow: FlowContext) -> tuple[int, str | None]:
    return flow["version_id"], flow["step"]


def _ended(state: DialogueState) -> Iterator[FlowRun]:
    """Flows that have left the stack, those included that this turn itself has started."""
    now = timezone.now()
    for flow_id, flow in (state.get("_ended_flows") or {}).items():
        yield FlowRun(
            flow_id=flow_id,
            version_id=flow["version_id"],
            step=flow["step"] or "",
            status=FlowRun.Status(flow["outcome"]),
            ended_at=now,
        )


def cancel_taken_off(conversation: Conversation, before: Mapping[str, Any], state: DialogueState) -> None:
    """Flows that older code had taken off the stack, to be called again: their runs are not under way meanwhile."""
    memories = (before.get("flow_memory") or {}).values()
    inherited = {flow_id for memory in memories for flow_id in (memory.get("inherited") or {}).get("pages", ())}
    known = {flow["flow_id"] for stack in (before, state) for flow in stack.get("flow_stack") or ()}
    if waiting := inherited - known:
        running = FlowRun.objects.filter(conversation=conversation, flow_id__in=waiting, status=FlowRun.Status.RUNNING)
        running.update(status=FlowRun.Status.CANCELLED, ended_at=timezone.now())


def cancel_runs(conversation: Conversation) -> None:
    """For a conversation that is closed, or has lost its state: nothing in it goes on."""
    running = FlowRun.objects.filter(conversation=conversation, status=FlowRun.Status.RUNNING)
    running.update(status=FlowRun.Status.CANCELLED, ended_at=timezone.now())
