"""What is said to the bot of bank.yaml, and what its messages ask."""

import re
from collections.abc import Mapping
from random import Random
from typing import Any

Message = Mapping[str, Any]
Body = dict[str, Any]

# Refusals that pass: the same is sent again.
LATER = (409, 429, 503)

# What stands before each action, with all that it is called with.
PROMPTS = {
    "send": "Send {amount} to {payee}?",
    "block": "Block the {card} card?",
    "order": "By going on you order {count} {flower}.",
}
_AGREEMENT = re.compile("|".join(re.sub(r"\\{\w+\\}", r"\\w+", re.escape(prompt)) for prompt in PROMPTS.values()))
_SLOT = re.compile(r"{(\w+)}")

YES = ("yes", "Yes!", "yes please", "ok")
# What may be said at a confirmation, and agrees to nothing.
NO_YES = ("no", "wait", "yes?", "what is the fee?", "not yet", "yes, but make it 900", "maybe later", "hello")
CORRECTIONS = {
    "send": ("change the amount to 900", "change the amount to 50", "no, 70", "to Bob", "to Ana"),
    "block": ("the blue card", "the gold one"),
    "order": ("change the count to 12", "tulips instead", "change the count to 5"),
}
WISHES = (
    *("send 50 to Ana", "send 900 to Ana", "send 50 to Bob"),
    *("block my card", "block my gold card", "order 5 roses", "order 12 tulips"),
)
_ANSWERS: Mapping[str, tuple[str, ...]] = {
    "To whom?": ("Ana", "Bob"),
    "How much?": ("50", "900"),
    "Which note shall go with it?": ("thanks", "invoice"),
    "Which card?": ("gold", "blue"),
    "Which flowers?": ("roses", "tulips"),
    "How many?": ("5", "12"),
}
AGENT_ASKS = ("Shall I send it?", "Shall I do that for you?", "Is that right?")
_VALUES: Mapping[str, tuple[Any, ...]] = {
    "amount": (50, 70, 900),
    "payee": ("Ana", "Bob"),
    "card": ("gold", "blue"),
    "count": (5, 12),
    "flower": ("roses", "tulips"),
}


def prompt_before(action: str, inputs: Mapping[str, Any]) -> str:
    """What somebody must have agreed to before it is called so."""
    return PROMPTS[action].format(**inputs)


def asks(message: Message) -> bool:
    """Whether its reader would take a “yes” that follows for the answer to it."""
    if message["role"] == "agent":
        return True
    return message["role"] == "bot" and (message["kind"] in ("collect", "confirm") or asks_to_agree(message))


def asks_to_agree(message: Message) -> bool:
    """Whether an action follows on a yes."""
    return message["role"] == "bot" and _AGREEMENT.fullmatch(message["text"]) is not None


def agrees(body: Body, question: Message | None) -> bool:
    """Whether this is a yes, by its words: also an order to do just what is shown, in its own words. To acknowledge a
    message one may as well say something else that is no question and does not put it off."""
    if "option" in body:
        return body["option"] in ("Yes", "OK", True)
    if "commands" in body:
        return bool(body["commands"] == [{"type": "affirm"}])
    if body["text"] in YES:
        return True
    if question is None or not asks_to_agree(question):
        return False
    orders = body["text"].casefold() == question["text"].rstrip("?").casefold()
    acknowledges = question["kind"] == "inform" and body["text"] not in NO_YES
    return orders or acknowledges


def repeats(body: Body, question: Message | None) -> bool:
    """Whether it only says a part of what is shown: no yes by itself, and nothing more beside one in the same turn. A
    yes-or-no question takes a yes in many words: there another wish may stand beside it."""
    if question is None or "text" not in body or not asks_to_agree(question):
        return False
    is_other_wish = question["kind"] == "collect" and body["text"] in WISHES
    return is_other_wish or body["text"].casefold() in question["text"].casefold()


def yes_to(question: Message, random: Random) -> Body:
    return random.choice(({"text": random.choice(YES)}, press(question)))


def press(question: Message) -> Body:
    """The button that agrees; under a message without any, clients show one of their own."""
    value = question["options"][0]["value"] if question["options"] else "OK"
    return {"option": value, "reply_to": question["seq"]}


def something(question: Message | None, random: Random) -> Body:
    """What a person may say who has this question before them."""
    if question is None or random.random() < 0.05:
        return {"text": random.choice(WISHES)}
    if question["role"] == "agent":
        return {"text": random.choice((*YES, "no"))}
    if asks_to_agree(question):
        return _at_agreement(question, random)
    if random.random() < 0.1:
        return {"text": random.choice((*YES, *NO_YES, *WISHES, "cancel"))}
    return {"text": random.choice(_ANSWERS.get(question["text"], WISHES))}


def _at_agreement(question: Message, random: Random) -> Body:
    kind = random.choices(("yes", "press", "no_yes", "correction", "away"), (45, 10, 20, 20, 5))[0]
    if kind == "yes":
        return {"text": random.choice(YES)}
    if kind == "press":
        return press(question)
    if kind == "no_yes":
        return {"text": random.choice(NO_YES)}
    if kind == "correction":
        return {"text": random.choice(_corrections(question))}
    return {"text": random.choice((*WISHES, "cancel"))}


def _corrections(question: Message) -> tuple[str, ...]:
    return next(CORRECTIONS[name] for name, prompt in PROMPTS.items() if question["text"][:4] == prompt[:4])


def commands_of_system(question: Message | None, random: Random) -> Body:
    """What another system does that drives the conversation: it starts flows, changes values, and agrees."""
    kind = random.choices(("correct", "start", "affirm", "cancel"), (50, 30, 15, 5))[0]
    if kind == "correct" and question is not None:
        slot = random.choice(_slots_shown(question) or [*_VALUES])
        return {"commands": [{"type": "correct_slot", "slot": slot, "value": random.choice(_VALUES[slot])}]}
    if kind == "affirm" and question is not None:
        return {"commands": [{"type": "affirm"}]}
    if kind == "cancel":
        return {"commands": [{"type": "cancel_flow"}]}
    return {"commands": _started(random)}


def _slots_shown(question: Message) -> list[str]:
    return next((_SLOT.findall(prompt) for prompt in PROMPTS.values() if question["text"][:4] == prompt[:4]), [])


_FLOWS = (("transfer", ("amount", "payee")), ("block", ("card",)), ("order", ("count", "flower")))


def _started(random: Random) -> list[dict[str, Any]]:
    flow, slots = random.choice(_FLOWS)
    values = ({"type": "set_slot", "slot": slot, "value": random.choice(_VALUES[slot])} for slot in slots)
    return [{"type": "start_flow", "flow": flow}, *values]
