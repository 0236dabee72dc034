"""A small bot for tests of what runs scripts."""

from typing import Any

from conversations_app.flow_tests import BotUnderTest, FlowsInMemory
from flows_app.flow_language import FlowDefinition, Script
from flows_app.validation.context import ActionSignature

PAY: dict[str, Any] = {
    "name": "pay",
    "slots": [{"name": "to"}, {"name": "amount", "type": "money"}, {"name": "receipt"}],
    "steps": [
        {"name": "ask_to", "type": "collect", "slot": "to", "message": "To whom?"},
        {"name": "ask_amount", "type": "collect", "slot": "amount", "message": "How much?"},
        {"name": "sure", "type": "confirm", "message": "Pay {amount} to {to}?"},
        {"name": "pay", "type": "action", "call": "pay", "outputs": {"id": "receipt"}},
        {"name": "done", "type": "say", "message": "Paid: {receipt}."},
    ],
}
HELP: dict[str, Any] = {
    "name": "help",
    "steps": [{"name": "person", "type": "handoff", "message": "A person comes."}],
}
GO = {"user": "pay 5 to Ana", "commands": [{"start_flow": "pay"}, {"set_slot": {"to": "Ana", "amount": 5}}]}
ASKED = {**GO, "bot": "Pay 5.00 to Ana?"}


def bot(*flows: dict[str, Any]) -> BotUnderTest:
    return BotUnderTest(
        FlowsInMemory(FlowDefinition.model_validate(flow) for flow in flows or (PAY, HELP)),
        default_flow="pay",
        languages=("en", "es"),
        actions={"pay": ActionSignature(frozenset({"to", "amount"}), frozenset({"id"}), idempotent=False)},
    )


def script(*turns: dict[str, Any], **more: Any) -> Script:
    actions = {"pay": {"returns": {"id": "R1"}}}
    return Script.model_validate({"name": "a test", "actions": actions, **more, "turns": turns})
