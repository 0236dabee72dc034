"""A flow that asks, confirms and acts, for the tests of what stands beside its cards."""

from typing import Any

MONEY: dict[str, Any] = {
    "description": "Sends money to somebody.",
    "triggers": ["send some money"],
    "slots": [
        {"name": "payee", "type": "text"},
        {"name": "amount", "type": "integer"},
        {"name": "payees", "type": "text"},
    ],
    "steps": [
        {
            "name": "look_up",
            "type": "action",
            "call": "demo_bank.list_payees",
            "outputs": {"names": "payees"},
            "on_error": "sorry",
        },
        {"name": "ask_payee", "type": "collect", "slot": "payee", "message": "Who is it for?"},
        {"name": "ask_amount", "type": "collect", "slot": "amount", "message": "How much?"},
        {"name": "sure", "type": "confirm", "message": "Send {amount} to {payee}?", "on_deny": "ask_amount"},
        {"name": "done", "type": "say", "message": "Sent {amount} to {payee}.", "next": "end"},
        {"name": "sorry", "type": "say", "message": "That did not work."},
    ],
}
