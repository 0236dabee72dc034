"""Where the conversation stands, as a provider of understanding is told it."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from flows_app.engine import (
    CompiledFlow,
    DialogueContext,
    DialogueState,
    FlowContext,
    FlowUnderWay,
    OpenQuestion,
    PendingTask,
    RuntimeContext,
)
from flows_app.engine.state import BOT_SCOPE
from flows_app.limits import MESSAGES_REMEMBERED


async def dialogue_context(state: DialogueState, context: RuntimeContext) -> DialogueContext:
    flows = state.get("flow_stack") or []
    compiled = {flow["flow_id"]: await context.subgraph_registry.get(flow["version_id"]) for flow in flows}
    task = state.get("_pending_task")
    return DialogueContext(
        language=context.asked_in or context.language,
        said_in=context.said_in,
        now=context.now,
        stack=tuple(_under_way(state, flow, compiled[flow["flow_id"]]) for flow in flows),
        question=_question(task, compiled) if task else None,
        offers=[option for offer in state.get("_offers") or () for option in offer["options"]],
        flows=context.flow_catalogue.on_offer,
        history=partial(context.history.last, MESSAGES_REMEMBERED),
    )


def _under_way(state: DialogueState, flow: FlowContext, compiled: CompiledFlow) -> FlowUnderWay:
    definition = compiled.definition
    slots = {name: definition.slots_by_name[name] for name in sorted(compiled.users_slots)}
    own = (state.get("flow_slots") or {}).get(flow["flow_id"]) or {}
    shared = compiled.bot_slots((state.get("flow_slots") or {}).get(BOT_SCOPE) or {})
    held = {**shared, **own}
    values = {name: held[name] for name in slots if held.get(name) is not None}
    return FlowUnderWay(definition.name, definition.description, slots, values)


def _question(task: PendingTask, compiled: Mapping[str, CompiledFlow]) -> OpenQuestion:
    options: list[Any] = list(task.get("options") or ())
    slot = None
    if task["type"] == "collect" and (asking := compiled.get(task.get("asked_by", [""])[0])):
        slot = asking.slot(task["slot"])
    return OpenQuestion(task["type"], task["prompt"], slot, options, shows_a_secret=task.get("sensitive", False))
