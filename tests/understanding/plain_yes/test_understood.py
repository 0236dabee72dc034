"""Money moves only on a plain yes: the whole table, by the embedded understanding at an open confirmation."""

import asyncio
from collections import Counter

import pytest

from tests.understanding.plain_yes.tables import Line, Meaning, bank_provider, confirming, lines


@pytest.mark.parametrize(("meaning", "least"), [("no_yes", 200), ("plain_yes", 100)])
def test_there_are_enough_of_them_in_both_languages(meaning: Meaning, least: int) -> None:
    by_language = Counter(line.language for line in set(lines(meaning)))

    assert set(by_language) == {"en", "es"}
    assert all(count >= least for count in by_language.values())


def test_nothing_but_a_plain_yes_affirms() -> None:
    moved = [line for line in lines("no_yes") if _affirms(line)]

    assert not moved, _told(moved, lines("no_yes"))


def test_a_plain_yes_affirms() -> None:
    missed = [line for line in lines("plain_yes") if not _affirms(line)]

    assert not missed, _told(missed, lines("plain_yes"))


def _affirms(line: Line) -> bool:
    understood = asyncio.run(bank_provider().understand(line.text, confirming(line.language)))
    return any(command["type"] == "affirm" for command in understood.commands)


def _told(wrong: list[Line], of: list[Line]) -> str:
    listed = "\n".join(f"  {line.language} {line.kind}: {line.text}" for line in wrong)
    return f"{len(wrong)} of {len(of)}\n{listed}"
