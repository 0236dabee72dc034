"""The programs of a bot's language model: stored by number, one of them active or none."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.db.models import Max

from conversations_app.concurrency.orm import in_orm_thread
from conversations_app.models import NLUExample, NLUProgram
from flows_app.audit import record
from flows_app.models import Bot
from flows_app.rights import Person, Right, live_right, require


@transaction.atomic
def store_program(bot: Bot, *, activate: bool = False, user: Person = None, **fields: Any) -> NLUProgram:
    """Under the next number."""
    require(user, Right.PUBLISH, bot)
    _lock(bot)
    last = NLUProgram.objects.filter(bot=bot).aggregate(last=Max("number"))["last"] or 0
    program = NLUProgram.objects.create(bot=bot, number=last + 1, **fields)
    record(user, bot, "optimised", f"program {program.number}", optimizer=program.optimizer, score=program.score)
    if activate:
        activate_program(program, user=user)
    return program


@transaction.atomic
def activate_program(program: NLUProgram, *, user: Person = None) -> None:
    """From the next turn on, in every worker."""
    require(user, live_right(program.bot), program.bot)
    _lock(program.bot)
    NLUProgram.objects.filter(bot=program.bot, active=True).update(active=False)
    NLUProgram.objects.filter(pk=program.pk).update(active=True)
    program.active = True
    record(user, program.bot, "activated", f"program {program.number}")


@transaction.atomic
def use_delivered_programs(bot: Bot, *, user: Person = None) -> bool:
    """Says whether another one was active."""
    require(user, live_right(bot), bot)
    _lock(bot)
    was_active = NLUProgram.objects.filter(bot=bot, active=True).update(active=False)
    if was_active:
        record(user, bot, "activated", "the delivered programs")
    return bool(was_active)


def active_program(bot_id: int) -> NLUProgram | None:
    return NLUProgram.objects.filter(bot=bot_id, active=True).first()


async def active_states(bot_id: int) -> Mapping[str, Any] | None:
    """For a turn, when it comes to ask the language model."""
    return await in_orm_thread(_active_states, bot_id)


def forget_example(instance: NLUExample, **_: Any) -> None:
    """Receives `post_delete`. The learnt instructions stay; the message itself goes, also from demonstrations."""
    for program in NLUProgram.objects.filter(bot=instance.bot_id):
        states = {name: _without(state, instance.text) for name, state in program.states.items()}
        if states != program.states:
            NLUProgram.objects.filter(pk=program.pk).update(states=states)


def _without(state: Mapping[str, Any], text: str) -> dict[str, Any]:
    predict = state["predict"]
    demos = [demo for demo in predict["demos"] if demo["message"]["text"] != text]
    return {**state, "predict": {**predict, "demos": demos}}


def _active_states(bot_id: int) -> Mapping[str, Any] | None:
    return NLUProgram.objects.filter(bot=bot_id, active=True).values_list("states", flat=True).first()


def _lock(bot: Bot) -> None:
    """Serialises activations; `no_key` lets conversations start meanwhile, which only refer to that row."""
    Bot.objects.select_for_update(no_key=True).get(pk=bot.pk)
