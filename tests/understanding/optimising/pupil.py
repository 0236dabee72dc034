"""A language model that learns: it takes an amount for small talk until it was shown one, or told of it."""

import json
import re
from typing import Any

from tests.support.lm_server import Answer, SeenRequest, given_commands, given_values, says, written

LESSON = "A number of euros is the amount that was asked for."
# What optimisers ask about the task, to write instructions.
_ASKED_FOR = re.compile(r"`(\w+)`")
_SAID = re.compile(r"\[\[ ## message ## \]\]\s*(\{.*\})")


def said_in(request: SeenRequest) -> str:
    found = _SAID.search(request.asked)
    assert found, request.asked
    return str(json.loads(found.group(1))["text"])


def pupil(request: SeenRequest) -> Answer:
    if request.wants == "new_instruction":
        return says(json.dumps({"new_instruction": LESSON}))
    if request.wants == "text":
        return written("")
    if request.wants not in ("commands", "found"):
        return says(json.dumps(dict.fromkeys(_ASKED_FOR.findall(request.asked.rsplit("\n", 1)[-1]), LESSON)))
    said = said_in(request)
    words = said.split()
    if request.wants == "found":
        return given_values({"amount": words[1], "recipient": words[3]})
    if said.startswith("send"):
        return given_commands({"type": "start_flow", "flow": "transfer"})
    if said.startswith("open"):
        return given_commands({"type": "start_flow", "flow": "hours"})
    return given_commands(_answer(words[0]) if _has_learnt(request) else {"type": "chitchat"})


def _answer(number: str) -> dict[str, Any]:
    return {"type": "set_slot", "slot": "amount", "value": number}


def _has_learnt(request: SeenRequest) -> bool:
    before = [str(message["content"]) for message in request.body["messages"][:-1]]
    shown = any(message.startswith("[[ ## today") and " euros" in message for message in before)
    return shown or LESSON in before[0]
