"""Inputs that describe a dialogue to a language model: as JSON, so that nothing that people have said can pass for
anything else; and without the values of sensitive slots."""

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any, NotRequired, TypeVar, cast

from typing_extensions import TypedDict  # Pydantic takes no other before Python 3.12

from flows_app.engine.understanding import DialogueContext, FlowOnOffer, FlowsOnOffer, FlowUnderWay, OpenQuestion
from flows_app.engine.understanding import Said as SaidBefore
from flows_app.flow_language import SlotDefinition
from flows_app.masking import MASK
from flows_app.plain_json import storable
from flows_app.slot_types import type_of

# A prompt stays affordable whatever authors and users write.
FLOWS_TOLD = 200
EXAMPLES_TOLD = 5
CHOICES_TOLD = 50
TEXT_TOLD = 500


class Message(TypedDict):
    text: str


class Said(TypedDict):
    by: str
    text: str


class Slot(TypedDict):
    name: str
    type: str
    # For a type whose name does not tell its form.
    form: NotRequired[str]
    description: NotRequired[str]
    choices: NotRequired[list[str]]
    value: NotRequired[Any]


class Offer(TypedDict):
    name: str
    description: NotRequired[str]
    examples: NotRequired[list[str]]


class UnderWay(TypedDict):
    flow: str
    description: NotRequired[str]
    slots: list[Slot]


class Question(TypedDict, total=False):
    """Empty if none is open."""

    type: str
    expects: Slot


View = TypeVar("View", Offer, UnderWay, Slot, Question)


def may_be_told(message: str, context: DialogueContext) -> bool:
    """Tells whether a message may be sent: not if it is empty, or may be the answer to a question for a secret."""
    question = context.question
    asks_for_secret = question and question.type == "collect" and (question.slot is None or question.slot.sensitive)
    return bool(message.strip()) and not asks_for_secret


def inputs_of(
    message: str, context: DialogueContext, flows: FlowsOnOffer, history: Sequence[SaidBefore]
) -> dict[str, Any]:
    """Gives the inputs of `SoniDU`."""
    return {
        "today": today(context.now),
        "language": context.read_in,
        "flows": [_offer(flow) for flow in list(flows.values())[:FLOWS_TOLD]],
        "stack": [_under_way(flow) for flow in context.stack],
        "question": _question(context.question),
        "history": [Said(by=said.role, text=storable(said.text)[:TEXT_TOLD]) for said in history],
        "message": told(message),
    }


def extraction_inputs(message: str, context: DialogueContext, flow: FlowOnOffer) -> dict[str, Any]:
    """Gives the inputs of `SlotExtractor`."""
    return {
        "today": today(context.now),
        "language": context.read_in,
        "flow": _offer(flow),
        "slots": [_slot(slot) for slot in flow.slots],
        "message": told(message),
    }


def told(message: str) -> Message:
    return Message(text=storable(message))


def today(now: datetime) -> str:
    """Writes the time with the weekday: “on Friday” is a date."""
    return f"{now:%A %Y-%m-%d %H:%M %Z}".strip()


def _offer(flow: FlowOnOffer) -> Offer:
    return _filled(
        Offer(name=flow.name),
        description=flow.description[:TEXT_TOLD],
        examples=[example[:TEXT_TOLD] for example in flow.triggers[:EXAMPLES_TOLD]],
    )


def _under_way(flow: FlowUnderWay) -> UnderWay:
    slots = [_slot(slot, flow.values.get(name)) for name, slot in flow.slots.items()]
    return _filled(UnderWay(flow=flow.name, slots=slots), description=flow.description[:TEXT_TOLD])


def _slot(slot: SlotDefinition, value: Any = None) -> Slot:
    told_of = _filled(
        Slot(name=slot.name, type=slot.type),
        form=type_of(slot).for_models[:TEXT_TOLD],
        description=slot.description[:TEXT_TOLD],
        choices=[choice.value for choice in slot.choices[:CHOICES_TOLD]],
    )
    if value is not None:  # 0 and false are values
        told_of["value"] = MASK if slot.sensitive else _bearable(value)
    return told_of


def _bearable(value: Any) -> Any:
    written = json.dumps(value, ensure_ascii=False)
    return value if len(written) <= TEXT_TOLD else f"{written[:TEXT_TOLD]}…"


def _question(question: OpenQuestion | None) -> Question:
    """Describes the open question without its words, which may show a secret: the history masks those."""
    if question is None:
        return Question()
    return _filled(Question(type=question.type), expects=_slot(question.slot) if question.slot else None)


def _filled(view: View, **parts: Any) -> View:
    """Adds the parts that are not empty: empty ones would cost tokens."""
    return cast(View, {**view, **{name: part for name, part in parts.items() if part}})
