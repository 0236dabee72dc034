import re
from typing import Any

from conversations_app.understanding.embedded.correcting import (
    as_corrections,
    changed_values,
    replaced_values,
    slot_to_ask_again,
)
from conversations_app.understanding.embedded.options import picked_option
from conversations_app.understanding.embedded.situation import SURE, Situation, as_command, as_values
from conversations_app.understanding.embedded.words import share_of, words_of
from conversations_app.understanding.plain_yes import leaves_open
from conversations_app.understanding.values import UNASKED, FoundValue, read_answer
from flows_app.engine import Commands
from flows_app.flow_language import SlotDefinition
from flows_app.slot_types import type_of

# An answer that takes up less of what was said is only a part of something else.
_MOST_OF_IT = 0.5
_ALMOST_ALL = 0.75
# Longer than this, and what can't be read as a value was hardly meant as one.
_WORDS_OF_AN_ANSWER = 6
_WORDS_OF_A_TERSE_ANSWER = 3
_NEW_PART = re.compile(r"[,;\n]\s*$")


def read_answered(said: Situation, slot: SlotDefinition) -> Commands:
    """The answer to a question for a slot, with whatever else the message gives; or something else altogether."""
    if slot.sensitive:
        return _secret(said, slot)
    if option := picked_option(said):
        return [option]
    if corrections := _corrections(said, slot):
        return corrections
    answer = _answer(said, slot)
    if type_of(slot).is_yes_or_no and _is_half_a_yes(said, answer):
        return _something_else(said, slot, None) or [as_command("clarify")]
    if answer is None or type_of(slot).is_free:
        return _something_else(said, slot, answer) or _given(said, slot, answer)
    other = said.other_flow()
    is_other = said.is_strong or said.cues.asks
    if other and is_other and share_of(said.message, answer) < _MOST_OF_IT and not _is_terse(said):
        return said.start(other)
    return _given(said, slot, answer)


def _is_terse(said: Situation) -> bool:
    return len(words_of(said.message)) <= _WORDS_OF_A_TERSE_ANSWER and not said.cues.asks


def _secret(said: Situation, slot: SlotDefinition) -> Commands:
    """Gives the answer to a question for a secret: it fills the slot as it is, and nothing of it is traced."""
    if said.is_act("cancel", "handoff", "clarify"):
        return [as_command(said.act.act)]
    return [{"type": "set_slot", "slot": slot.name, "value": said.message.strip()}]


def _corrections(said: Situation, slot: SlotDefinition) -> Commands:
    """Finds corrections of slots that were filled before; only if the words say so."""
    if said.is_act("cancel", "handoff"):
        return []
    if replaced := replaced_values(said.message, said.context):
        return as_corrections(replaced)
    if not (said.cues.takes_back or said.cues.changes) or (said.cues.asks and said.other_flow()):
        return []
    changed = changed_values(said.message, said.cues, said.context, said.active_filler)
    changed.pop(slot.name, None)
    if changed:
        return as_corrections(changed)
    again = slot_to_ask_again(said.message, said.context) if said.cues.changes and not type_of(slot).is_free else None
    return [{"type": "clear_slot", "slot": again}] if again and again != slot.name else []


def _answer(said: Situation, slot: SlotDefinition) -> FoundValue | None:
    if type_of(slot).is_yes_or_no and said.is_act("affirm", "deny"):
        return FoundValue(said.act.act == "affirm", 0, len(said.message) - len(said.act.rest), said.act.certainty)
    context = said.context
    options = context.question.options if context.question else ()
    return read_answer(slot, said.message, language=context.read_in, now=context.now, options=options)


def _is_half_a_yes(said: Situation, answer: FoundValue | None) -> bool:
    """“yes?”, “I guess so”: whether it is one is asked again."""
    is_yes = answer.value is True if answer else said.is_act("affirm")
    return is_yes and leaves_open(said.message, said.context.read_in)


def _something_else(said: Situation, slot: SlotDefinition, answer: FoundValue | None) -> Commands:
    if said.is_act("cancel", "handoff", "clarify", "chitchat"):
        return said.with_what_follows()
    other = said.other_flow()
    if other and said.is_strong:
        return said.start(other)
    if answer is None and said.may_be_act("clarify", "chitchat"):
        return [as_command(said.act.act)]
    if other and answer is None and not _is_terse(said):
        return said.start(other)
    if answer is None and said.choice.is_close:
        return [{"type": "clarify", "flows": list(said.choice.flows)}]
    if said.cues.knows_not and answer is None:
        return [as_command("clarify")]
    if said.cues.asks or said.cues.wonders:
        return [as_command("clarify" if said.is_about_the_question else None)]
    return []


def _given(said: Situation, slot: SlotDefinition, answer: FoundValue | None) -> Commands:
    """The answer, and what else the message holds for the flow."""
    is_free = type_of(slot).is_free
    others = said.active_filler.fill(said.empty_slots(but=slot.name), [answer] if answer and not is_free else [])
    if is_free and answer:
        answer, others = _cut(said, slot, answer, others)
    if answer:
        return as_values({slot.name: answer, **others})
    return as_values(others) or [_refusable(said, slot)]


def _cut(
    said: Situation, slot: SlotDefinition, answer: FoundValue, others: dict[str, FoundValue]
) -> tuple[FoundValue | None, dict[str, FoundValue]]:
    """“Ana, 50 euros”: a text ends where a value of another slot begins, if that is sure to be one."""
    apart = {name: found for name, found in others.items() if _is_apart(said.message, found)}
    if not apart:
        return answer, {}
    first = min(found.start for found in apart.values())
    kept = said.message[:first].rstrip(" ,;:-")
    if first <= answer.start or not kept:
        is_all = sum(share_of(said.message, found) for found in apart.values()) >= _ALMOST_ALL
        return (None, apart) if is_all else (answer, {})
    shorter = read_answer(slot, kept, language=said.context.read_in, now=said.context.now)
    return (shorter, apart) if shorter else (answer, {})


def _is_apart(text: str, found: FoundValue) -> bool:
    return found.certainty >= SURE or (found.certainty >= UNASKED and bool(_NEW_PART.search(text[: found.start])))


def _refusable(said: Situation, slot: SlotDefinition) -> dict[str, Any]:
    """Reads a message without a value for the slot. A short one gets the slot's refusal, which tells what it wants."""
    if said.is_act("affirm", "deny") and not said.act.rest:
        return as_command(said.act.act)
    if len(words_of(said.message)) > _WORDS_OF_AN_ANSWER:
        return as_command(None)
    return {"type": "set_slot", "slot": slot.name, "value": said.message.strip()}
