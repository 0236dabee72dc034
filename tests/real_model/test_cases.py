"""Single messages in their contexts, by both passes, with the embedded understanding to fall back on."""

import asyncio

import pytest

from conversations_app.understanding.language_model import LanguageModelSettings, keep_offered
from tests.real_model.cases import chosen_cases
from tests.real_model.measuring import Measured, measure, table, wrong

pytestmark = pytest.mark.real_model

# What any model that is worth its place gets right: plain wishes, plain answers, yes and no.
SIMPLE = ("request", "slot_choice", "slot_email", "slot_money", "slot_phone", "slot_text", "yes", "no", "cancel")


@pytest.fixture(scope="module")
def found(real_model: LanguageModelSettings) -> list[Measured]:
    measured = asyncio.run(measure(chosen_cases(), real_model))
    print(f"\n{wrong(measured)}\n\n{table(measured)}")
    return measured


def test_there_are_enough_cases_in_both_languages() -> None:
    chosen = chosen_cases()

    assert len(chosen) >= 30
    assert {case.language for case in chosen} == {"en", "es"}


def test_nothing_in_here_breaks(found: list[Measured]) -> None:
    assert not [one.case.said for one in found if "programming_error" in one.understood.trace["errors"]]
    assert all(one.understood.commands for one in found)


def test_the_model_answers_by_itself(found: list[Measured]) -> None:
    assert sum(one.fell_back for one in found) < len(found) / 2


def test_only_what_is_on_offer_is_understood(found: list[Measured]) -> None:
    for one in found:
        commands = one.understood.commands

        assert keep_offered(commands, one.case.bot.on_offer, one.case.context) == (commands, [])


def test_most_of_what_is_simple_is_understood(found: list[Measured]) -> None:
    simple = [one for one in found if one.case.category in SIMPLE]

    assert sum(one.right for one in simple) >= len(simple) / 2
