"""The embedded understanding gets no worse at what people say."""

import asyncio
from collections import Counter
from pathlib import Path

import pytest

from flows_app.exchange import import_bot, publish_imported, read_bot
from flows_app.registry import registry
from tests.understanding.utterances.bots import BOTS, bot_named
from tests.understanding.utterances.cases import Case, cases
from tests.understanding.utterances.effects import NotAccepted, effects
from tests.understanding.utterances.floors import floors
from tests.understanding.utterances.other_page import on_the_other_page
from tests.understanding.utterances.providers import embedded
from tests.understanding.utterances.report import failures
from tests.understanding.utterances.scoring import Score, is_right, score

CASES = cases()


@pytest.fixture(scope="module")
def measured() -> Score:
    found = asyncio.run(score(CASES, embedded))
    print(f"\n{found.table()}")
    return found


@pytest.mark.parametrize("category", sorted({case.category for case in CASES}))
def test_no_category_is_understood_worse_than_before(category: str, measured: Score) -> None:
    right, floor = measured.by_category()[category], floors()[category]

    wrong = Score([answer for answer in measured.wrong if answer.case.category == category])
    assert right >= floor, f"{right} right, {floor} before.\n{failures(wrong)}"


def test_a_page_in_the_other_language_makes_hardly_a_difference(measured: Score) -> None:
    """What the bot has asked is in one language, and what people say in another."""
    swapped = asyncio.run(score([on_the_other_page(case) for case in CASES], embedded))

    print(f"\n{swapped.table()}")
    assert len(measured.wrong) - 5 <= len(swapped.wrong) <= len(measured.wrong) + 10


def test_there_are_enough_cases_in_both_languages() -> None:
    languages = Counter(case.language for case in CASES)

    assert len(CASES) >= 300
    assert min(languages["en"], languages["es"]) >= 0.45 * len(CASES)


def test_questions_for_slots_of_every_type_are_answered() -> None:
    asked = {case.context.question.slot.type for case in CASES if case.context.question and case.context.question.slot}

    assert asked == set(registry.slot_types)


def test_what_is_meant_can_be_done() -> None:
    assert not [f"{case.said}: {problem}" for case in CASES if (problem := _problem(case))]


def test_no_case_is_there_twice() -> None:
    told = Counter((case.said, case.bot.name, case.language, str(case.scene)) for case in CASES)

    assert not [said for said, times in told.items() if times > 1]


def test_other_values_are_wrong() -> None:
    case = next(case for case in CASES if case.said == "100 from my savings")

    assert not is_right(case, [])
    assert not is_right(case, [{"type": "set_slot", "slot": "amount", "value": 100}])
    assert not is_right(case, [*case.meanings[0], {"type": "chitchat"}])
    assert not is_right(case, [{**case.meanings[0][0], "value": "none"}, case.meanings[0][1]])
    assert is_right(case, [{**command, "type": "correct_slot"} for command in reversed(case.meanings[0])])


@pytest.mark.django_db
@pytest.mark.parametrize("path", BOTS, ids=lambda path: path.stem)
def test_a_bot_of_these_cases_could_be_published(path: Path) -> None:
    reading = read_bot(path)

    published = publish_imported(import_bot(reading), reading)

    assert not published.refused
    assert len(published.versions) == len(bot_named(path.stem).flows)


def _problem(case: Case) -> str:
    commands = [command for meaning in case.meanings for command in meaning]
    named = {flow for command in commands for flow in [command.get("flow"), *command.get("flows", ())] if flow}
    if unknown := named - set(case.bot.flows):
        return f"there is no flow {min(unknown)}"
    try:
        for meaning in case.meanings:
            effects(meaning, case.context, case.bot)
    except NotAccepted as problem:
        return str(problem)
    return ""
