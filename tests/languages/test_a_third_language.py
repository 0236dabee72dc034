"""A language is a folder: a bot speaks German by the one in `tests/support/languages`, and what it lacks is English."""

import subprocess
import sys
from collections.abc import Iterator
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

from conversations_app.flow_tests import BotUnderTest, FlowsInMemory, Rehearsal
from conversations_app.flow_tests.rehearsal import RehearsedTurn
from conversations_app.understanding.acts import read_act
from conversations_app.understanding.spoken import languages_of_turn
from conversations_app.understanding.values import find_values, read_answer
from flows_app.flow_language import BotSettings, FlowDefinition, SlotDefinition
from flows_app.flow_language.patterns import PATTERNS
from flows_app.flow_language.widget_words import widget_words
from flows_app.languages import mixed_languages, own_part, register_languages, unregister_languages
from flows_app.languages.parts import Acts, Agreement, Numbers
from flows_app.values import ValueRefused, accept
from tests.support.processes import ROOT, environment

LANGUAGES = "tests.support.languages"
# A Wednesday.
NOW = datetime(2026, 5, 20, 12, tzinfo=timezone(timedelta(hours=2)))
BOOKING = {
    "name": "tisch_reservieren",
    "description": "Einen Tisch reservieren",
    "triggers": [
        "einen Tisch reservieren",
        "ich möchte einen Tisch",
        "ich will reservieren",
        "haben Sie einen Tisch frei",
    ],
    "slots": [
        {"name": "gaeste", "type": "integer", "prompt": {"de": "Wie viele kommen?"}},
        {"name": "tag", "type": "date", "prompt": {"de": "An welchem Tag?"}},
    ],
    "steps": [
        {"type": "collect", "name": "gaeste", "slot": "gaeste"},
        {"type": "collect", "name": "tag", "slot": "tag"},
        {"type": "confirm", "name": "frage", "message": {"de": "Tisch für {gaeste} am {tag} buchen?"}},
    ],
}


@pytest.fixture(autouse=True)
def german() -> Iterator[None]:
    register_languages(LANGUAGES)
    yield
    unregister_languages(LANGUAGES)


@pytest.fixture
def talk() -> Iterator[Rehearsal]:
    bot = BotUnderTest(
        FlowsInMemory([FlowDefinition.model_validate(BOOKING)]),
        settings=BotSettings.model_validate({"understanding": {"provider": "embedded"}}),
        languages=("de",),
    )
    with Rehearsal(bot, language="de", now=NOW) as talk:
        yield talk


def texts(turn: RehearsedTurn) -> list[str]:
    return [reply.text for reply in turn.replies]


@pytest.mark.django_db
def test_a_conversation_is_held_in_it(talk: Rehearsal) -> None:
    assert texts(talk.say("ich möchte einen Tisch reservieren")) == ["Wie viele kommen?"]
    assert texts(talk.say("zwei")) == ["An welchem Tag?"]

    confirming = talk.say("übermorgen")
    assert texts(confirming) == ["Tisch für 2 am 22. Mai 2026 buchen?"]
    assert confirming.replies[-1].labels == ["Ja", "Nein"]

    assert texts(talk.say("ja")) == ["Erledigt."]


@pytest.mark.django_db
def test_what_it_has_no_words_for_is_said_in_english(talk: Rehearsal) -> None:
    talk.say("ich möchte einen Tisch reservieren")

    assert texts(talk.say("Banane")) == ["Please give a number.", "Wie viele kommen?"]
    assert texts(talk.say("abbrechen")) == ["Gut, abgebrochen."]
    assert texts(talk.say("qwertz uiop")) == [PATTERNS["not_understood"].texts["en"]]


@pytest.mark.parametrize(
    ("type_", "said", "value"),
    [
        ("integer", "zwei", 2),
        ("integer", "fünf", 5),
        ("integer", "wir sind zwölf", 12),
        ("number", "1.234,5", 1234.5),
        ("date", "heute", "2026-05-20"),
        ("date", "am Freitag", "2026-05-22"),
        ("date", "am 3. Juni", "2026-06-03"),
        ("date", "in zwei Wochen", "2026-06-03"),
        ("date", "2026-12-24", "2026-12-24"),
        ("boolean", "ja", True),
        ("boolean", "nein", False),
        ("list", "Milch und Brot", ["Milch", "Brot"]),
        # German tells no time here: English does, and digits are digits.
        ("time", "17:30", "17:30"),
        ("email", "ana@example.com", "ana@example.com"),
    ],
)
def test_its_values_are_understood(type_: str, said: str, value: Any) -> None:
    slot = SlotDefinition.model_validate({"name": "s", "type": type_})

    found = read_answer(slot, said, language="de", now=NOW)

    assert found is not None
    assert accept(slot, found.value) == value


def test_values_stand_in_its_sentences() -> None:
    slot = SlotDefinition.model_validate({"name": "tag", "type": "date"})

    (found,) = find_values(slot, "Können wir am Montag um 8 kommen?", language="de", now=NOW)

    assert (found.value, found.start, found.end) == ("2026-05-25", 11, 20)


@pytest.mark.parametrize(
    ("said", "act"),
    [
        ("ja", "affirm"),
        ("nein, danke", "deny"),
        ("abbrechen", "cancel"),
        ("Mitarbeiter", "handoff"),
        ("sure", "affirm"),
    ],
)
def test_its_acts_are_understood_and_those_that_people_mix_in(said: str, act: str) -> None:
    assert read_act(said, language="de", expecting="yes_or_no").act == act


def test_its_texts_are_found_by_name_and_the_others_are_english() -> None:
    words = widget_words("de-AT")

    assert (words["send"], words["close"]) == ("Senden", "Close chat")
    assert PATTERNS["done"].texts == {"en": "Done.", "de": "Erledigt.", "es": "Hecho."}
    assert "de" not in PATTERNS["error"].texts


def test_refusals_are_english_and_forms_take_its_yes() -> None:
    slot = SlotDefinition.model_validate({"name": "s", "type": "boolean"})

    assert accept(slot, "nein") is False
    with pytest.raises(ValueRefused) as refused:
        accept(slot, "vielleicht")
    assert refused.value.in_language("de") == "Please answer yes or no."


def test_messages_in_it_are_told_from_those_in_other_languages() -> None:
    turn = languages_of_turn("ich möchte einen Tisch für heute", current="en", spoken=("en", "de"), follows=True)

    assert (turn.said, turn.answered) == ("de", "de")


def test_no_other_language_is_understood_in_another_way() -> None:
    before = [mixed_languages(kind, language) for kind in (Acts, Agreement, Numbers) for language in ("en", "es", "fr")]

    unregister_languages(LANGUAGES)
    after = [mixed_languages(kind, language) for kind in (Acts, Agreement, Numbers) for language in ("en", "es", "fr")]
    register_languages(LANGUAGES)

    assert before == after
    assert ("de", own_part("de", Acts)) in mixed_languages(Acts, "de-CH")


def test_a_plugin_brings_it(tmp_path: Path) -> None:
    shown = subprocess.run(
        [sys.executable, "manage.py", "shell", "--no-imports", "-c", _SHOW],
        cwd=ROOT,
        env=environment({"SONI_DATA_DIR": str(tmp_path), "SONI_PLUGINS": "tests.support.german_plugin"}),
        capture_output=True,
        text=True,
        check=True,
    )

    assert shown.stdout.strip() == "Senden"


_SHOW = """
from flows_app.flow_language.widget_words import widget_words
print(widget_words("de")["send"])
"""
