"""A test made of a real conversation: what its user did and what was understood, played again on the versions that it
ran on, with its actions pretended as they went. Sensitive values have others in their place."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from conversations_app.dialogue.nodes.nlu import UNDERSTOOD_BY_ITSELF
from conversations_app.flow_tests import BotUnderTest, RehearsedTurn, bot_of_versions
from conversations_app.flow_tests.outcomes import stubs_of
from conversations_app.flow_tests.recording import (
    CannotBeATest,
    DoneBefore,
    Happened,
    Pressed,
    Recording,
    Said,
    name_of,
    record_script,
)
from conversations_app.models import Conversation, Message, Turn
from conversations_app.refusals import Refused
from conversations_app.simulator.receipts import pretended_calls
from conversations_app.simulator.stand_ins import StandIns
from conversations_app.turn.storing import NO_TURN
from flows_app.editor.stored_tests import store_test
from flows_app.flow_language import SlotDefinition
from flows_app.masking import MASK
from flows_app.models import Flow, FlowTest, FlowVersion
from flows_app.rights import Person, Right, require


class ConversationNotTestable(Refused):
    """The conversation can't become a test."""


@dataclass(frozen=True)
class _Exchange:
    """Messages that went in together, and the answers to them."""

    inbound: tuple[Message, ...]
    turn: Turn | None
    replies: tuple[Message, ...]

    @property
    def message(self) -> Message:
        return self.inbound[-1]

    @property
    def number(self) -> int:
        return self.message.seq


def make_test(conversation: Conversation, *, user: Person = None) -> FlowTest:
    """Belongs to the flow that ran first."""
    require(user, Right.WRITE, conversation.bot)
    pinned = _versions(conversation)
    if not pinned:
        raise ConversationNotTestable(
            "no_flow_ran", gettext("No flow has run in this conversation: there is nothing to test.")
        )
    bot = bot_of_versions(conversation.bot, pinned=pinned)
    try:
        recording = _recorded(conversation, bot)
    except CannotBeATest as cannot:
        raise ConversationNotTestable(
            "cannot_be_a_test", gettext("This conversation can't become a test: {reason}").format(reason=cannot)
        ) from None
    return _stored(recording, _main_flow(conversation, recording.turns), user)


def _versions(conversation: Conversation) -> list[FlowVersion]:
    """Those that its flows ran on; of two of one flow the later."""
    return [run.version for run in conversation.flow_runs.select_related("version__flow").order_by("started_at")]


def _recorded(conversation: Conversation, bot: BotUnderTest) -> Recording:
    exchanges = _exchanges(conversation)
    stand_ins = StandIns(_sensitive(bot))
    # Twice: a secret may have been said before it was known for one.
    for _ in range(2):
        deeds, calls = _deeds(exchanges, stand_ins), list(pretended_calls(conversation, bot, stand_ins))
    recording = record_script(
        deeds,
        bot,
        stubs_of(calls),
        name=name_of(deeds),
        language=conversation.language,
        now=_began(exchanges, conversation),
    )
    _check_same_way(exchanges, recording.turns)
    return recording


def _sensitive(bot: BotUnderTest) -> dict[str, SlotDefinition]:
    return {name: slot for flow in bot.flows for name, slot in flow.slots_by_name.items() if slot.sensitive}


def _began(exchanges: Sequence[_Exchange], conversation: Conversation) -> Any:
    return next((one.turn.now for one in exchanges if one.turn), conversation.created_at)


# Messages


def _exchanges(conversation: Conversation) -> list[_Exchange]:
    messages = list(conversation.messages.select_related("turn").order_by("seq"))
    replies = [message for message in messages if message.role == Message.Role.BOT]
    _check_nobody_took_over(replies)
    answers: dict[int, list[Message]] = defaultdict(list)
    for reply in replies:
        answers[reply.turn_seq].append(reply)
    exchanges: list[_Exchange] = []
    waiting: list[Message] = []
    for message in messages:
        if message.role != Message.Role.USER and not message.event:
            continue
        turn: Turn | None = getattr(message, "turn", None)
        if turn is None and any(_takes(later, message) for later in messages):
            waiting.append(message)  # it was answered together with a later one
            continue
        exchanges.append(_Exchange((*waiting, message), turn, tuple(answers[message.seq])))
        waiting = []
    _check_all_done(exchanges)
    return exchanges


def _takes(later: Message, message: Message) -> bool:
    turn: Turn | None = getattr(later, "turn", None)
    return turn is not None and turn.first_seq is not None and turn.first_seq <= message.seq < later.seq


def _check_nobody_took_over(replies: Sequence[Message]) -> None:
    for reply in replies:
        if reply.turn_seq == NO_TURN and ":handed_off:" in reply.key:
            raise CannotBeATest(gettext("a person has taken it over by hand, which no test can do."))


def _check_all_done(exchanges: Sequence[_Exchange]) -> None:
    for exchange in exchanges:
        if exchange.turn and exchange.turn.status != Turn.Status.DONE:
            raise CannotBeATest(
                gettext("the turn of message {number} has not come to its end.").format(number=exchange.number)
            )


def _deeds(exchanges: Sequence[_Exchange], stand_ins: StandIns) -> list[DoneBefore]:
    places = {
        reply.key: (number, position)
        for number, exchange in enumerate(exchanges)
        for position, reply in enumerate(exchange.replies)
    }
    return [_deed(exchange, places, stand_ins) for exchange in exchanges]


def _deed(exchange: _Exchange, places: Mapping[str, tuple[int, int]], stand_ins: StandIns) -> DoneBefore:
    message = exchange.message
    if message.event:
        return Happened(message.event)
    # Which button it was is itself a secret, if the answer is one: then it counts what was understood.
    if message.pressed and not message.sensitive:
        if message.pressed["key"] not in places:
            raise CannotBeATest(
                gettext("message {seq} presses a button that was offered outside any turn.").format(seq=message.seq)
            )
        return Pressed(*places[message.pressed["key"]], message.pressed["value"])
    commands = _commands(exchange, stand_ins)
    secret = any(said.sensitive for said in exchange.inbound)
    text = MASK if secret else stand_ins.instead("\n".join(said.text for said in exchange.inbound))
    return Said(text or MASK, commands)


def _commands(exchange: _Exchange, stand_ins: StandIns) -> list[dict[str, Any]] | None:
    turn = exchange.turn
    if turn is None or turn.commands is None:
        return None
    # Its words will do again.
    if turn.provider in UNDERSTOOD_BY_ITSELF and not exchange.message.sensitive:
        return None
    return [_without_secret(command, stand_ins) for command in turn.commands]


def _without_secret(command: Mapping[str, Any], stand_ins: StandIns) -> dict[str, Any]:
    if "value" in command and stand_ins.is_needed_for(command.get("slot")):
        return {**command, "value": stand_ins.of(command["slot"], command["value"])}
    return {**stand_ins.instead(command)}


# Outcome


def _check_same_way(exchanges: Sequence[_Exchange], turns: Sequence[RehearsedTurn]) -> None:
    """Texts may differ (other variations, other values), questions may not."""
    for exchange, turn in zip(exchanges, turns, strict=True):
        asked = [(reply.kind, reply.slot) for reply in exchange.replies]
        if asked != [(reply.message.kind, reply.message.slot) for reply in turn.replies]:
            said = " ".join(reply.text for reply in turn.replies) or "nothing"
            raise CannotBeATest(
                gettext("played again, message {number} is answered otherwise: “{said}”.").format(
                    number=exchange.number, said=said
                )
            )


def _main_flow(conversation: Conversation, turns: Sequence[RehearsedTurn]) -> Flow:
    first = next(visit.flow for turn in turns for visit in turn.visited)
    return Flow.objects.select_related("bot").get(bot=conversation.bot, name=first)


def _stored(recording: Recording, flow: Flow, user: Person) -> FlowTest:
    test = FlowTest(flow=flow)
    test.hold(recording.script)
    test.name = name_of([Said(test.name)], flow.tests.values_list("name", flat=True))
    return store_test(test, user)
