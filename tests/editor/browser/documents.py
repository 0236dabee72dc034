"""Flows that tests of the editor begin with."""

from typing import Any

Document = dict[str, Any]

GREETING: Document = {
    "slots": [{"name": "name", "type": "text"}],
    "steps": [
        {"name": "ask_name", "type": "collect", "slot": "name", "message": "What is your name?"},
        {"name": "greeting", "type": "say", "message": "Hello, {name}!", "next": "end"},
    ],
}

# In no language, and with something that starts it: nothing can be found about it in any bot.
QUIET: Document = {"triggers": ["hi"], "steps": [{"name": "greeting", "type": "say", "message": "👋", "next": "end"}]}

NESTED: Document = {
    "slots": [{"name": "amount", "type": "integer"}, {"name": "more", "type": "boolean"}],
    "steps": [
        {"name": "first", "type": "say", "message": "One"},
        {
            "name": "choose",
            "type": "branch",
            "cases": [
                {"when": "amount > 1", "steps": [{"name": "inside", "type": "say", "message": "Two"}]},
                {"when": "amount > 5", "next": "last"},
            ],
            "default": {},
        },
        {
            "name": "repeat",
            "type": "while",
            "condition": "amount > 0",
            "steps": [{"name": "round", "type": "collect", "slot": "amount", "message": "How many?"}],
        },
        {"name": "last", "type": "say", "message": "Three"},
    ],
}


def long_flow(count: int) -> Document:
    steps = [
        {"name": f"step_{number}", "type": "say", "message": f"This is what step {number} says to {{name}}."}
        for number in range(count)
    ]
    return {"slots": [{"name": "name", "type": "text", "initial": "you"}], "steps": steps}
