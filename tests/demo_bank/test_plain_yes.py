"""Some dozens of what people say at a confirmation, the whole way through the dialogue: money moves only on a yes."""

from typing import Any

import pytest

from tests.demo_bank.rehearsing import BankRehearsal, bank_under_test
from tests.understanding.plain_yes.tables import Line, lines

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_a_fixed_time")]

TRANSFER: list[dict[str, Any]] = [
    {"type": "start_flow", "flow": "transfer_money"},
    {"type": "set_slot", "slot": "amount", "value": 50},
    {"type": "set_slot", "slot": "recipient", "value": "ana"},
    {"type": "set_slot", "slot": "account", "value": "current"},
]


def _asked(language: str) -> BankRehearsal:
    rehearsal = BankRehearsal(bank_under_test(), language=language)
    rehearsal.say("", TRANSFER)
    assert rehearsal.pending is not None
    assert rehearsal.pending["type"] == "confirm"
    return rehearsal


def _sent(rehearsal: BankRehearsal) -> bool:
    return any(call.action == "demo_bank.transfer" for call in rehearsal.actions.calls)


def _some(found: list[Line], every: int) -> list[Line]:
    return found[::every]


@pytest.mark.parametrize("line", _some(lines("no_yes"), 19), ids=lambda line: f"{line.language}-{line.text}")
def test_nothing_is_sent_without_a_yes(line: Line) -> None:
    rehearsal = _asked(line.language)

    turn = rehearsal.say(line.text)

    assert not _sent(rehearsal)
    assert turn.replies


@pytest.mark.parametrize("line", _some(lines("plain_yes"), 19), ids=lambda line: f"{line.language}-{line.text}")
def test_a_yes_sends(line: Line) -> None:
    rehearsal = _asked(line.language)

    rehearsal.say(line.text)

    assert _sent(rehearsal)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "yes?"),
        ("en", "I guess so"),
        ("en", "oh ok"),
        ("es", "¿vale?"),
        ("es", "supongo que sí"),
        ("es", "sí, y"),
    ],
)
def test_half_a_yes_is_asked_back_and_a_yes_still_counts(language: str, text: str) -> None:
    rehearsal = _asked(language)
    asked = rehearsal.pending

    rehearsal.say(text)

    assert not _sent(rehearsal)
    assert rehearsal.pending is not None
    assert asked is not None
    assert rehearsal.pending["prompt"] == asked["prompt"]

    rehearsal.say({"en": "yes, send it", "es": "sí, envíalo"}[language])

    assert _sent(rehearsal)
