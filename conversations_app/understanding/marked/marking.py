"""Turns whose understanding a person has judged. A marked turn is an example, for optimisers and for measuring."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext

from conversations_app.dialogue import check_commands
from conversations_app.dialogue.standing import context_of
from conversations_app.models import Message, NLUExample, Turn
from conversations_app.sensitive_slots import sensitive_in_turn
from conversations_app.understanding.catalogues.stored import read_catalogue
from conversations_app.understanding.evaluating.effects import share_right
from conversations_app.understanding.history import StoredHistory
from flows_app.audit import record
from flows_app.engine import Commands, DialogueContext, FlowsOnOffer
from flows_app.flow_language.commands import known_commands
from flows_app.limits import MESSAGES_REMEMBERED
from flows_app.masking import gives
from flows_app.models import Bot
from flows_app.rights import Person, Right, require


class CannotMark(Exception):
    """The turn is no example, or not with that meaning; the text says why, for people."""


@transaction.atomic
def mark_turn(turn: Turn, commands: Any = None, *, user: Person = None) -> NLUExample:
    """Stores what the message means: these commands, or else what was understood. Marked again, the last word
    counts."""
    require(user, Right.WRITE, turn.bot)
    check_markable(turn)
    meant = check_meaning(turn, commands if commands is not None else turn.commands)
    example, _ = NLUExample.objects.update_or_create(
        turn=turn,
        defaults={
            **_told_by(turn),
            "commands": meant,
            "was_right": was_right(turn, meant),
            "marked_by_id": user.pk if user is not None else None,
        },
    )
    record(user, turn.bot, "marked", f"turn {turn.pk} as {'right' if example.was_right else 'wrong'}")
    return example


@transaction.atomic
def unmark(example: NLUExample, *, user: Person = None) -> None:
    require(user, Right.WRITE, example.bot)
    record(user, example.bot, "unmarked", f"turn {example.turn_id}")
    example.delete()


def unmarked_example(turn: Turn) -> NLUExample:
    """As it would be if what was understood were right; not stored."""
    return NLUExample(turn=turn, commands=turn.commands or [], **_told_by(turn))


def check_markable(turn: Turn) -> None:
    """Raises CannotMark."""
    hidden = sensitive_in_turn(turn)
    given_away = any(gives(command, hidden) for command in turn.commands or ())
    if given_away or any(message.sensitive for message in _messages(turn)):
        raise CannotMark(gettext("It holds the value of a sensitive slot, which is not for examples."))
    if turn.commands is None or "standing" not in turn.trace:
        raise CannotMark(gettext("Its commands were not understood from its words, so there is nothing to judge."))


def check_meaning(turn: Turn, commands: Any) -> Commands:
    """As they are stored. Raises CommandError, or CannotMark if they speak of something that there is not."""
    meant = [_without_gaps(command) for command in check_commands(commands)]
    if any(gives(command, sensitive_in_turn(turn)) for command in meant):
        raise CannotMark(gettext("They hold the value of a sensitive slot, which is not for examples."))
    flows, context = _stood(turn)
    _Names(flows, context).check(meant)
    return meant


def was_right(turn: Turn, meant: Commands) -> bool:
    """Whether that is what was understood, in other words perhaps."""
    flows, context = _stood(turn)
    return share_right(meant, turn.commands or [], context, flows) == 1


class _Names:
    """Flows and slots that there are; a flow that is started adds its slots."""

    def __init__(self, flows: FlowsOnOffer, context: DialogueContext):
        self._flows = flows
        self._known_flows = {*flows, *(flow.name for flow in context.stack)}
        self._known_slots = {name for flow in context.stack for name in flow.slots}

    def check(self, commands: Commands) -> None:
        for command in commands:
            self._check(command)
            if command["type"] == "start_flow" and command["flow"] in self._flows:
                self._known_slots |= {slot.name for slot in self._flows[command["flow"]].slots}

    def _check(self, command: Mapping[str, Any]) -> None:
        if not known_commands()[command["type"]].about.meaning:
            raise CannotMark(
                gettext("“{type}” is a command of this project's own, which is not understood from words.").format(
                    type=command["type"]
                )
            )
        for name in command.get("flows") or filter(None, [command.get("flow")]):
            if name not in self._known_flows:
                raise CannotMark(
                    gettext("There is no flow “{name}”. {those}").format(name=name, those=_there_are(self._known_flows))
                )
        slot = command.get("slot")
        if slot is not None and slot not in self._known_slots:
            raise CannotMark(
                gettext("There is no slot “{slot}” to fill here. {those}").format(
                    slot=slot, those=_there_are(self._known_slots)
                )
            )


def _there_are(names: set[str]) -> str:
    if not names:
        return gettext("There are none.")
    return gettext("There are: {names}.").format(names=", ".join(sorted(names)))


def _without_gaps(command: dict[str, Any]) -> dict[str, Any]:
    """As providers give them: what a command leaves open is not written."""
    return {name: value for name, value in command.items() if name in ("type", "value") or value not in (None, [])}


def _stood(turn: Turn) -> tuple[FlowsOnOffer, DialogueContext]:
    flows = flows_of(turn.bot)
    return flows, context_of(turn.trace["standing"], flows)


def flows_of(bot: Bot) -> FlowsOnOffer:
    return read_catalogue(bot.pk, bot.catalogue_id).flows


def _told_by(turn: Turn) -> dict[str, Any]:
    return {
        "bot": turn.bot,
        "text": "\n".join(message.text for message in _messages(turn)),
        "standing": turn.trace["standing"],
        "history": _history(turn),
    }


def _messages(turn: Turn) -> list[Message]:
    """Gives the messages that the turn answers: one, or several texts together."""
    if turn.first_seq is None:
        return [turn.message]
    of_user = Message.objects.filter(conversation_id=turn.message.conversation_id, role=Message.Role.USER)
    return list(of_user.filter(seq__range=(turn.first_seq, turn.message.seq)).order_by("seq"))


def _history(turn: Turn) -> list[dict[str, str]]:
    first = turn.first_seq or turn.message.seq
    said = StoredHistory(turn.message.conversation_id, before=first).query(MESSAGES_REMEMBERED)
    return [{"role": one.role, "text": one.text} for one in said]
