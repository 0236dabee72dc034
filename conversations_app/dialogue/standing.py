"""Where the conversation stood when a message was understood, kept with the turn: an example can be made of it.

The values of sensitive slots are masked, and a question that may show one is left out.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from flows_app.engine import DialogueContext, FlowOnOffer, FlowsOnOffer, FlowUnderWay, OpenQuestion, Said
from flows_app.masking import masked_slots


def standing_of(context: DialogueContext) -> dict[str, Any]:
    return {
        "now": context.now.isoformat(),
        "language": context.language,
        "said_in": context.said_in,
        "stack": [{"flow": flow.name, "values": _masked(flow)} for flow in context.stack],
        "question": _question(context),
    }


def context_of(standing: Mapping[str, Any], flows: FlowsOnOffer, history: Sequence[Said] = ()) -> DialogueContext:
    """The same again, with the flows as they are now; one that is no longer on offer is left out."""

    async def on_offer() -> FlowsOnOffer:
        return flows

    async def said() -> Sequence[Said]:
        return history

    stack = [(flows[part["flow"]], part["values"]) for part in standing["stack"] if part["flow"] in flows]
    return DialogueContext(
        language=standing["language"],
        # Turns from before messages were read in other languages don't have it.
        said_in=standing.get("said_in", ""),
        now=datetime.fromisoformat(standing["now"]),
        stack=tuple(_under_way(flow, values) for flow, values in stack),
        question=_asked(standing["question"], [flow for flow, _ in stack]),
        flows=on_offer,
        history=said,
    )


def _masked(flow: FlowUnderWay) -> dict[str, Any]:
    return masked_slots(flow.values, {name for name, slot in flow.slots.items() if slot.sensitive})


def _question(context: DialogueContext) -> dict[str, Any] | None:
    question = context.question
    if question is None:
        return None
    return {
        "type": question.type,
        "prompt": "" if question.shows_a_secret else question.prompt,
        "slot": question.slot.name if question.slot else None,
        "options": [] if question.shows_a_secret else [dict(option) for option in question.options],
    }


def _under_way(flow: FlowOnOffer, values: Mapping[str, Any]) -> FlowUnderWay:
    slots = {slot.name: slot for slot in flow.slots}
    return FlowUnderWay(flow.name, flow.description, slots, {name: values[name] for name in values if name in slots})


def _asked(question: Mapping[str, Any] | None, stack: Sequence[FlowOnOffer]) -> OpenQuestion | None:
    if question is None:
        return None
    slots = {slot.name: slot for flow in stack for slot in flow.slots}
    return OpenQuestion(question["type"], question["prompt"], slots.get(question["slot"] or ""), question["options"])
