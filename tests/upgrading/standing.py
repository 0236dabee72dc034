"""The conversations of state_version_1.json: each has its function's name, and stands where that has left it."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any
from unittest.mock import patch

from conversations_app.models import Conversation, Turn
from conversations_app.turn import running
from conversations_app.turn.receipts import StoredReceipts
from conversations_app.turn.running import run_turns
from conversations_app.verbs.posting import post_message
from conversations_app.verbs.starting import start_conversation
from flows_app.models import Bot
from tests.support.talking import Talk

# By any clock that tests may run with, a lease of then has expired.
LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)


class Killed(BaseException):
    """What a worker can't catch."""


class NamedTalk(Talk):
    def __init__(self, bot: Bot, name: str):
        self.id = start_conversation(bot, user_ref=name).pk

    def start(self, flow: str, *answers: str) -> "NamedTalk":
        self.command({"type": "start_flow", "flow": flow})
        for answer in answers:
            self.say(answer)
        return self

    def correct(self, slot: str, value: Any) -> None:
        self.command({"type": "correct_slot", "slot": slot, "value": value})

    def killed_at_closing(self, text: str = "", **more: Any) -> None:
        """All is done and said but what the closing would have stored."""
        self._killed(running, "close_turn", text, **more)

    def killed_in_action(self, text: str = "", **more: Any) -> None:
        """It was begun; how it has ended nobody has noted."""
        self._killed(StoredReceipts, "finish", text, **more)

    def _killed(self, owner: Any, function: str, text: str, **more: Any) -> None:
        post_message(self.id, text, **more)
        try:
            with patch.object(owner, function, side_effect=Killed):
                run_turns(self.id)
        except Killed:
            Conversation.objects.filter(pk=self.id).update(lease_expires_at=LONG_AGO)
        else:
            raise AssertionError("it was not killed")


# Where they stand


def question(talk: NamedTalk) -> None:
    """Behind a correction; one answer of three was refused."""
    talk.start("parcel", "Ana")
    talk.correct("sender", "Bea")
    talk.say("99")


def confirmation(talk: NamedTalk) -> None:
    talk.start("parcel", "Ana", "12", "Lugo")


def confirmation_after_correction(talk: NamedTalk) -> None:
    confirmation(talk)
    talk.correct("weight", 5)


def confirmation_after_denial(talk: NamedTalk) -> None:
    confirmation(talk)
    talk.say("no")
    talk.say("Vigo")


def question_after_denial(talk: NamedTalk) -> None:
    confirmation(talk)
    talk.say("no")


def after_deed(talk: NamedTalk) -> None:
    confirmation(talk)
    talk.say("yes")


def confirmation_after_deed(talk: NamedTalk) -> None:
    """The parcel was sent; its weight was corrected then, so that the user is asked again."""
    after_deed(talk)
    talk.correct("weight", 5)


def after_second_deed(talk: NamedTalk) -> None:
    confirmation_after_deed(talk)
    talk.say("yes")


def after_idempotent_deed(talk: NamedTalk) -> None:
    talk.start("tracking", "K1")


def acknowledgement(talk: NamedTalk) -> None:
    talk.start("rules")


def second_round(talk: NamedTalk) -> None:
    talk.start("shopping", "tape", "3", "yes", "string")


def behind_loop(talk: NamedTalk) -> None:
    talk.start("shopping", *("tape", "3", "yes"), *("string", "2", "yes"), *("paper", "9", "no"))


def nested_loop(talk: NamedTalk) -> None:
    """In the second room, behind its second thing."""
    talk.start("removal", *("hall", "lamp", "no", "yes"), *("kitchen", "table", "yes", "oven"))


def called_flow(talk: NamedTalk) -> None:
    talk.start("move", "Ana", "yes")


def called_by_called_flow(talk: NamedTalk) -> None:
    called_flow(talk)
    talk.say("High Street")


def behind_called_flow(talk: NamedTalk) -> None:
    called_by_called_flow(talk)
    talk.say("4")


def called_flow_to_be_called_again(talk: NamedTalk) -> None:
    """A correction has taken the calling flow back to before the call; the called ones wait in it."""
    called_by_called_flow(talk)
    talk.correct("person", "Bea")


def digression(talk: NamedTalk) -> None:
    talk.start("parcel", "Ana")
    talk.start("tracking")


def digression_in_called_flow(talk: NamedTalk) -> None:
    called_by_called_flow(talk)
    talk.start("hours")


def handed_off(talk: NamedTalk) -> None:
    talk.start("complaint", "a broken cup")
    talk.say("Is anybody there?")


def bot_wide_slot(talk: NamedTalk) -> None:
    """Two flows that know the customer are interrupted, the second by one that does not."""
    talk.start("contract", "Ana")
    talk.start("visit")
    talk.start("hours")


def bot_wide_slot_corrected(talk: NamedTalk) -> None:
    """The interrupted flow has heard of it."""
    talk.start("contract", "Ana", "blue")
    talk.start("visit")
    talk.correct("customer", "Bea")


def bot_wide_slot_set(talk: NamedTalk) -> None:
    """The interrupted flow has not heard yet that the customer has another name."""
    talk.start("contract", "Ana", "blue")
    talk.start("rename", "Bea")


def killed_at_confirmation(talk: NamedTalk) -> None:
    confirmation(talk)
    talk.killed_at_closing("yes")


def killed_in_idempotent_action(talk: NamedTalk) -> None:
    talk.start("tracking")
    talk.killed_in_action("K1")


def killed_in_action(talk: NamedTalk) -> None:
    confirmation(talk)
    talk.killed_in_action("yes")


def killed_in_loop(talk: NamedTalk) -> None:
    second_round(talk)
    talk.killed_at_closing("2")


def killed_in_called_flow(talk: NamedTalk) -> None:
    """It had called the first flow before; the second one it called in the turn that was killed."""
    called_flow(talk)
    talk.killed_at_closing("High Street")


def killed_at_start(talk: NamedTalk) -> None:
    talk.killed_at_closing(commands=[{"type": "start_flow", "flow": "pickup"}])


def killed_in_idempotent_action_at_start(talk: NamedTalk) -> None:
    given = {"type": "set_slot", "slot": "code", "value": "K1"}
    talk.killed_in_action(commands=[{"type": "start_flow", "flow": "tracking"}, given])


def failed_for_good(talk: NamedTalk) -> None:
    """Its parcel was sent, and the turn given up: the user who wants the same again finds what was done."""
    confirmation(talk)
    with patch.object(running, "close_turn", side_effect=OSError("the disk is full")):
        talk.say("yes")
    # It tells where the code lies on the machine.
    Turn.objects.exclude(error="").update(error="OSError: the disk is full")


STANDING: tuple[Callable[[NamedTalk], None], ...] = (
    *(question, question_after_denial),
    *(confirmation, confirmation_after_correction, confirmation_after_denial, confirmation_after_deed),
    *(after_deed, after_second_deed, after_idempotent_deed, acknowledgement),
    *(second_round, behind_loop, nested_loop),
    *(called_flow, called_by_called_flow, behind_called_flow, called_flow_to_be_called_again),
    *(digression, digression_in_called_flow, handed_off),
    *(bot_wide_slot, bot_wide_slot_corrected, bot_wide_slot_set),
    *(killed_at_confirmation, killed_in_action, killed_in_idempotent_action, killed_in_loop, killed_in_called_flow),
    *(killed_at_start, killed_in_idempotent_action_at_start, failed_for_good),
)
