"""A script made of what was done in a conversation: it is played again, and what comes of it is written down.

So a script that is made passes: the words are those of a rehearsal, with its own variations of a text, and of a
language model there are none.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext
from pydantic import ValidationError

from conversations_app.dialogue import CommandError
from conversations_app.flow_tests.bots import BotUnderTest
from conversations_app.flow_tests.rehearsal import NotNow, Rehearsal, RehearsedTurn
from conversations_app.flow_tests.running import run_script
from conversations_app.flow_tests.transcript import NoSuchButton, Reply, Transcript
from flows_app.engine import Commands
from flows_app.engine.options import same_value
from flows_app.flow_language import ActionStub, Script
from flows_app.flow_language.command_words import short_form
from flows_app.limits import TURNS_PER_SCRIPT

Written = dict[str, Any]


class CannotBeATest(Exception):
    """The conversation can't be played again; the text says why."""


@dataclass(frozen=True)
class Said:
    text: str
    # None: what it is needs nobody to understand it, or the bot was silent.
    commands: Commands | None = None


@dataclass(frozen=True)
class Pressed:
    """A button under a message: which turn has sent that, and as its how manieth."""

    turn: int
    position: int
    value: Any


@dataclass(frozen=True)
class Happened:
    event: str


DoneBefore = Said | Pressed | Happened


@dataclass(frozen=True)
class Recording:
    script: Script
    turns: tuple[RehearsedTurn, ...]


def record_script(
    deeds: Sequence[DoneBefore],
    bot: BotUnderTest,
    stubs: Mapping[str, ActionStub],
    *,
    name: str,
    language: str,
    now: datetime,
) -> Recording:
    if len(deeds) > TURNS_PER_SCRIPT:
        # Before it is played: that would take minutes, and end in the same.
        raise CannotBeATest(
            gettext("It has {count:,} turns, and a test has at most {most}.").format(
                count=len(deeds), most=TURNS_PER_SCRIPT
            )
        )
    turns: list[RehearsedTurn] = []
    written: list[Written] = []
    with Rehearsal(bot, stubs, language=language, now=now) as rehearsal:
        for number, deed in enumerate(deeds, start=1):
            try:
                done, turn = _again(deed, rehearsal, turns)
            except (CannotBeATest, CommandError, NoSuchButton, NotNow) as impossible:
                raise CannotBeATest(
                    gettext("Turn {number} can't be played again: {reason}").format(number=number, reason=impossible)
                ) from impossible
            turns.append(turn)
            written.append({**done, **_expectations(turn)})
        if unknown := rehearsal.actions.not_pretended:
            raise CannotBeATest(
                gettext("“{name}” is called when it is played again, and was not called before.").format(
                    name=unknown[0]
                )
            )
    script = _script(written, stubs, name=name, language=language, now=now)
    if problems := run_script(script, bot):
        raise CannotBeATest(" ".join(problems[0].split()))
    return Recording(script, tuple(turns))


def _script(
    turns: list[Written], stubs: Mapping[str, ActionStub], *, name: str, language: str, now: datetime
) -> Script:
    actions = {action: stub.as_written() for action, stub in sorted(stubs.items())}
    try:
        return Script.model_validate(
            {"name": name, "language": language, "now": now, "actions": actions, "turns": turns}
        )
    except ValidationError as refused:
        raise CannotBeATest(
            gettext("No script can hold it: {reason}.").format(reason=refused.errors()[0]["msg"])
        ) from refused


def _again(deed: DoneBefore, rehearsal: Rehearsal, turns: Sequence[RehearsedTurn]) -> tuple[Written, RehearsedTurn]:
    """As a script says it, and what came of it."""
    if isinstance(deed, Happened):
        return {"event": deed.event}, rehearsal.happen(deed.event)
    if isinstance(deed, Said):
        given = {} if deed.commands is None else {"commands": [short_form(command) for command in deed.commands]}
        return {"user": deed.text, **given}, rehearsal.say(deed.text, deed.commands)
    wanted, older = _button(deed, rehearsal.transcript, turns)
    return {"press_old" if older else "press": wanted}, rehearsal.press(wanted, older=older)


def _button(deed: Pressed, transcript: Transcript, turns: Sequence[RehearsedTurn]) -> tuple[Any, bool]:
    """How a script names it: by label or value, of the newest message that has it or the one before that."""
    reply = _reply(deed, turns)
    option = next((one for one in reply.message.options if same_value(one["value"], deed.value)), None)
    if option is None:
        raise NoSuchButton(gettext("“{text}” has no button “{value}”.").format(text=reply.text, value=deed.value))
    for wanted in (option["label"], option["value"]):
        for older in (False, True):
            if wanted is not None and _finds(transcript, wanted, older, (reply, option)):
                return wanted, older
    raise CannotBeATest(gettext("a test knows no buttons of messages that are so old."))


def _reply(deed: Pressed, turns: Sequence[RehearsedTurn]) -> Reply:
    try:
        return turns[deed.turn].replies[deed.position]
    except IndexError:
        raise NoSuchButton(gettext("The message with the button does not come any more.")) from None


def _finds(transcript: Transcript, wanted: Any, older: bool, meant: tuple[Reply, Mapping[str, Any]]) -> bool:
    try:
        return transcript.button(wanted, older=older) == meant
    except NoSuchButton:
        return False


def _expectations(turn: RehearsedTurn) -> Written:
    texts = [reply.text for reply in turn.replies]
    expected: Written = {"bot": texts[0] if len(texts) == 1 else texts}
    if turn.replies and turn.replies[-1].labels:
        expected["options"] = turn.replies[-1].labels
    if turn.calls:
        expected["called"] = [_call(call.action, call.inputs) for call in turn.calls]
    if turn.status == "handed_off":
        expected["status"] = turn.status
    return expected


def _call(action: str, inputs: Mapping[str, Any]) -> Any:
    return {action: dict(inputs)} if inputs else action


def name_of(deeds: Iterable[DoneBefore], taken: Iterable[str] = (), length: int = 80) -> str:
    """Names the test after its beginning, unlike any other test."""
    said = (" ".join(deed.text.split()) for deed in deeds if isinstance(deed, Said))
    begun = next((text for text in said if text), "A conversation")
    wanted = begun if len(begun) <= length else f"{begun[: length - 1]}…"
    names, number, name = set(taken), 1, wanted
    while name in names:
        number += 1
        name = f"{wanted} ({number})"
    return name
