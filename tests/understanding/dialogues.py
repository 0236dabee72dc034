"""A small bank's flows, and places where a conversation with it can stand."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from flows_app.engine.understanding import (
    DialogueContext,
    FlowOnOffer,
    FlowsOnOffer,
    FlowUnderWay,
    OpenQuestion,
    Said,
)
from flows_app.flow_language import SlotDefinition
from flows_app.flow_language.slots import Choice

NOW = datetime(2026, 5, 29, 9, 30, tzinfo=UTC)

AMOUNT = SlotDefinition(name="amount", type="money", description="how much to send")
RECIPIENT = SlotDefinition(name="recipient", description="who gets it")
ACCOUNT = SlotDefinition(name="account", type="choice", choices=(Choice(value="checking"), Choice(value="savings")))
PIN = SlotDefinition(name="pin", description="the card's PIN", sensitive=True)

TRANSFER = FlowOnOffer("transfer", "Sends money", ("send money", "pay somebody"), (AMOUNT, RECIPIENT, ACCOUNT, PIN))
HOURS = FlowOnOffer("hours", "Tells when we are open", ("when do you open",))
FLOWS: FlowsOnOffer = {flow.name: flow for flow in (TRANSFER, HOURS)}


def dialogue(flows: FlowsOnOffer = FLOWS, history: Sequence[Said] = (), **changes: Any) -> DialogueContext:
    async def on_offer() -> FlowsOnOffer:
        return flows

    async def said() -> Sequence[Said]:
        return history

    return DialogueContext("en", NOW, flows=on_offer, history=said, **changes)


def transferring(**values: Any) -> FlowUnderWay:
    slots = {slot.name: slot for slot in TRANSFER.slots}
    return FlowUnderWay(TRANSFER.name, TRANSFER.description, slots, values)


def asked_for(slot: SlotDefinition, **values: Any) -> DialogueContext:
    question = OpenQuestion("collect", f"What about {slot.name}?", slot)
    return dialogue(stack=(transferring(**values),), question=question)


def asked_to_confirm(**values: Any) -> DialogueContext:
    return dialogue(stack=(transferring(**values),), question=OpenQuestion("confirm", "Shall I send it?"))


def told_something() -> DialogueContext:
    return dialogue(stack=(transferring(),), question=OpenQuestion("inform", "Read this first."))
