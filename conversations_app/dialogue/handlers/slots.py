"""Giving, changing and taking back a value, wherever the command for it comes from."""

from typing import Any

from conversations_app.dialogue.corrections import AlreadyDone, change_value, give_value, newest_given
from conversations_app.dialogue.handlers.base import Outcome, Saying, pattern
from conversations_app.dialogue.slot_owners import SlotOwner, find_owner
from flows_app.engine import DialogueState, RuntimeContext
from flows_app.engine.texts import CompiledText
from flows_app.flow_language import SlotDefinition, Wording
from flows_app.masking import MASK
from flows_app.values import ValueRefused, accept, shown


async def fill_slot(
    state: DialogueState, context: RuntimeContext, name: str, given: Any, *, corrects: bool = False
) -> Outcome:
    owner = await find_owner(state, context, name, filled_first=corrects)
    slot = owner.compiled.slot(owner.slot) if owner else None
    if owner is None or slot is None:
        return Outcome(ignored=True)
    try:
        value = accept(slot, given, context.now)
    except ValueRefused as refused:
        if refused.crash:
            context.flow_manager.check_crashed(state, slot.name, refused.crash)
        return _refused(owner, slot, refused.in_language(context.language), state, context)
    if owner.asks_for_it:
        return Outcome(await give_value(state, context, owner, value))
    # In a loop, who corrects what this round has not got yet speaks of the round before.
    held = await newest_given(state, context, owner) if corrects and owner.value is None else owner.value
    if value == held:
        return Outcome()
    if held is None:
        return Outcome(await give_value(state, context, owner, value))
    says = (_corrected(slot, value, context),) if _is_correction(owner, said_so=corrects) else ()
    return await _changed(owner, value, says, state, context)


async def empty_slot(state: DialogueState, context: RuntimeContext, name: str) -> Outcome:
    owner = await find_owner(state, context, name, filled_first=True)
    if owner is None:
        return Outcome(ignored=True)
    held = owner.value
    if held is None and not owner.asks_for_it:
        held = await newest_given(state, context, owner)
    return Outcome() if held is None else await _changed(owner, None, (), state, context)


def _is_correction(owner: SlotOwner, *, said_so: bool) -> bool:
    """A value that the slot starts with was given by nobody: another one corrects it only if the user says so."""
    initial = {**owner.compiled.initial_bot_slots, **owner.compiled.initial_slots}.get(owner.slot)
    return said_so or owner.value != initial


async def _changed(
    owner: SlotOwner, value: Any, says: tuple[Saying, ...], state: DialogueState, context: RuntimeContext
) -> Outcome:
    try:
        return Outcome(await change_value(state, context, owner, value), says)
    except AlreadyDone:
        return Outcome(says=(pattern(context, "already_done"),))


def _corrected(slot: SlotDefinition, value: Any, context: RuntimeContext) -> Saying:
    # An empty list shows as nothing; a sentence needs something in its place.
    told = MASK if slot.sensitive else shown(slot, value, context.language) or "–"
    return pattern(context, "corrected", slot=slot.description or slot.name, value=told)


def _refused(
    owner: SlotOwner, slot: SlotDefinition, reason: str, state: DialogueState, context: RuntimeContext
) -> Outcome:
    """Says why, in the slot's own words if it has some; the step that asks counts it, and asks again."""
    says = (Saying.of(f"refused_{slot.name}", _error_wording(slot, reason, context), sensitive=slot.sensitive),)
    is_active = owner.position == len(state["flow_stack"]) - 1
    if not (owner.asks_for_it and is_active):
        return Outcome(says=says)
    question = context.flow_manager.question(state)
    refused = (question["refused"] if question else 0) + 1
    return Outcome(context.flow_manager.note_question(state, refused=refused), says)


def _error_wording(slot: SlotDefinition, reason: str, context: RuntimeContext) -> Wording:
    if slot.error_message is None:
        return Wording(reason)
    return CompiledText.of(slot.error_message).wording({}, context.language, context.conversation_id)
