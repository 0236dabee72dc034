"""A test of a simulated run, in the words of a script."""

from collections.abc import Iterable, Iterator
from typing import Any

from conversations_app.flow_tests import BotUnderTest
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
from conversations_app.simulator.bots import bot_with
from conversations_app.simulator.refusals import SimulationRefused
from conversations_app.simulator.runs import Run, opened
from flows_app.drafts import document_of
from flows_app.limits import SCRIPT_NAME_LENGTH
from flows_app.models import Flow
from flows_app.models.flow_test import without_name
from flows_app.rights import Person, Right, require
from flows_app.yaml_text.writing import as_yaml


def script_of_run(flow: Flow, sealed: Any, document: Any, name: str | None, *, user: Person) -> dict[str, Any]:
    """Played again on the document; on the draft as it is stored, if there is none."""
    require(user, Right.VIEW, flow.bot)
    run = opened(sealed, user_id=user.pk if user else None, flow_id=flow.pk)
    bot = bot_with(flow, document_of(flow) if document is None else document)
    recording = recorded(run, bot, name, taken=flow.tests.values_list("name", flat=True))
    heard = [[reply.text for reply in turn.replies] for turn in recording.turns]
    return {
        "name": recording.script.name,
        "script": as_yaml(without_name(recording.script)),
        # Turns in which the bot says something else by now than the author has read.
        "differs": [number for number, turn in enumerate(run.turns, start=1) if turn.replies != heard[number - 1]],
    }


def recorded(run: Run, bot: BotUnderTest, name: str | None = None, taken: Iterable[str] = ()) -> Recording:
    _check_testable(run)
    deeds = list(_deeds(run))
    called = (name or name_of(deeds, taken))[:SCRIPT_NAME_LENGTH]
    stubs = stubs_of((call["action"], call["outcome"]) for turn in run.turns for call in turn.calls)
    try:
        return record_script(deeds, bot, stubs, name=called, language=run.language, now=run.began_at)
    except CannotBeATest as cannot:
        raise SimulationRefused("cannot_be_a_test", str(cannot)) from None


def _check_testable(run: Run) -> None:
    if run.by_hand:
        told = "a user can neither begin in the middle nor set slots. Start anew and go the whole way."
        raise SimulationRefused("cannot_be_a_test", f"This run can't become a test: {told}")
    if not run.turns:
        raise SimulationRefused("cannot_be_a_test", "There is nothing to test yet: say something first.")


def _deeds(run: Run) -> Iterator[DoneBefore]:
    places = _places(run)
    for turn in run.turns:
        deed = turn.deed
        if "event" in deed:
            yield Happened(deed["event"])
        elif "press" in deed:
            yield Pressed(*places[deed["reply_to"]], deed["press"])
        else:
            yield Said(deed["user"], turn.commands)


def _places(run: Run) -> dict[int, tuple[int, int]]:
    """By the seq of each message of the bot: its turn, and its place among what that has said."""
    transcript = (run.memory or {})["transcript"]
    turns = {said["seq"]: number for number, said in enumerate(transcript["inbound"])}
    places: dict[int, tuple[int, int]] = {}
    for reply in transcript["replies"]:
        turn = turns[reply["turn"]]
        places[reply["seq"]] = (turn, sum(1 for other, _ in places.values() if other == turn))
    return places
