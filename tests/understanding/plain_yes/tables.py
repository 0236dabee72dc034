"""What people say at a confirmation of the demo bank: plain yeses, and everything else, by kind."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal

import yaml

import soniplatform
from conversations_app.understanding.choosing import FlowChooser, example_texts
from conversations_app.understanding.embedded.provider import EmbeddedProvider
from conversations_app.understanding.encoders import encoder
from flows_app.engine import DialogueContext, FlowsOnOffer, FlowUnderWay, OpenQuestion, flow_on_offer
from flows_app.exchange import Source, read_bot_from
from flows_app.flow_language import FlowDefinition
from flows_app.values import accept
from tests.understanding.dialogues import NOW

_HERE = Path(__file__).parent
_BANK = Path(soniplatform.__file__).parent / "demo_bank" / "bank.yaml"
_GIVEN = {"amount": 50, "recipient": "Ana", "account": "current"}
_PROMPTS = {
    "en": "Send €50.00 to Ana García from your current account?",
    "es": "¿Envío 50,00 € a Ana García desde tu cuenta corriente?",
}
_OPTIONS: dict[str, list[dict[str, Any]]] = {
    "en": [
        {"label": "Yes", "value": "Yes", "command": {"type": "affirm"}},
        {"label": "No", "value": "No", "command": {"type": "deny"}},
        {"label": "Change the amount", "value": "x", "command": {"type": "deny", "slot": "amount"}},
    ],
    "es": [
        {"label": "Sí", "value": "Sí", "command": {"type": "affirm"}},
        {"label": "No", "value": "No", "command": {"type": "deny"}},
        {"label": "Cambiar la cantidad", "value": "x", "command": {"type": "deny", "slot": "amount"}},
    ],
}

Meaning = Literal["no_yes", "plain_yes"]


@dataclass(frozen=True)
class Line:
    text: str
    kind: str
    language: str


def lines(meaning: Meaning) -> list[Line]:
    return [line for path in sorted(_HERE.glob("*.yaml")) for line in _read(path, meaning)]


def _read(path: Path, meaning: Meaning) -> Iterator[Line]:
    table = yaml.safe_load(path.read_text(encoding="utf-8"))
    for kind, texts in table[meaning].items():
        yield from (Line(text, kind, table["language"]) for text in texts)


def confirming(language: str) -> DialogueContext:
    """The bank asks whether to send 50 euros to Ana."""
    return DialogueContext(
        language=language,
        now=NOW,
        stack=(_transfer(),),
        question=OpenQuestion("confirm", _PROMPTS[language], options=_OPTIONS[language]),
        flows=_flows,
    )


@cache
def bank_provider() -> EmbeddedProvider:
    """With a chooser that has learnt from the bank's own examples, as publishing it would make one."""
    texts = {flow.name: example_texts(flow) for flow in _on_offer().values()}
    fitted = FlowChooser.fitted({flow: encoder().encode(examples) for flow, examples in texts.items()}, texts)

    async def chooser() -> FlowChooser:
        return fitted

    return EmbeddedProvider(chooser)


async def _flows() -> FlowsOnOffer:
    return _on_offer()


@cache
def _definitions() -> tuple[FlowDefinition, ...]:
    return tuple(read_bot_from([Source(_BANK.name, _BANK.read_bytes())]).definition.flows)


@cache
def _on_offer() -> FlowsOnOffer:
    return {flow.name: flow_on_offer(flow) for flow in _definitions()}


@cache
def _transfer() -> FlowUnderWay:
    offered = _on_offer()["transfer_money"]
    slots = {slot.name: slot for slot in offered.slots}
    values = {name: accept(slots[name], value) for name, value in _GIVEN.items()}
    return FlowUnderWay(offered.name, offered.description, slots, values)
