"""A language model that agrees to everything: what is a yes is not for it to judge."""

from collections.abc import Callable

import pytest

from flows_app.engine.understanding import OpenQuestion
from flows_app.flow_language import SlotDefinition
from tests.support.lm_server import LMServer, Script, by_pass, given_commands
from tests.understanding.dialogues import dialogue, told_something, transferring
from tests.understanding.language_model.conftest import Fallback, provider_of
from tests.understanding.plain_yes.tables import Line, confirming, lines

Serve = Callable[[Script], LMServer]

AGREES = by_pass(given_commands({"type": "affirm"}))
GIFT = SlotDefinition(name="gift", type="boolean")


def _some(found: list[Line], every: int) -> list[Line]:
    return found[::every]


async def test_its_yes_does_not_count_for_what_is_none(serve: Serve, fallback: Fallback) -> None:
    provider = provider_of(serve(AGREES), fallback)

    for line in _some(lines("no_yes"), 25):
        understanding = await provider.understand(line.text, confirming(line.language))

        assert {"type": "affirm"} not in understanding.commands, line
        assert understanding.provider == "fallback"
        assert understanding.trace["dropped"] == [{"reason": "no_plain_yes", "type": "affirm"}]


async def test_its_yes_counts_for_a_plain_one(serve: Serve, fallback: Fallback) -> None:
    provider = provider_of(serve(AGREES), fallback)

    for line in _some(lines("plain_yes"), 25):
        understanding = await provider.understand(line.text, confirming(line.language))

        assert (understanding.provider, understanding.commands) == ("dspy", [{"type": "affirm"}]), line


async def test_what_else_it_understood_stays(serve: Serve, fallback: Fallback) -> None:
    both = given_commands({"type": "affirm"}, {"type": "correct_slot", "slot": "amount", "value": "60"})

    understanding = await provider_of(serve(by_pass(both)), fallback).understand("yes but 60", confirming("en"))

    assert understanding.commands == [{"type": "correct_slot", "slot": "amount", "value": "60"}]


@pytest.mark.parametrize(("text", "counts"), [("I'd like that", True), ("I guess so", False), ("yes?", False)])
async def test_half_a_yes_fills_no_slot(serve: Serve, fallback: Fallback, text: str, counts: bool) -> None:
    under_way = transferring()
    question = OpenQuestion("collect", "Is it a gift?", GIFT)
    context = dialogue(stack=(type(under_way)("transfer", "", {"gift": GIFT}, {}),), question=question)
    fills = by_pass(given_commands({"type": "set_slot", "slot": "gift", "value": "true"}))

    understanding = await provider_of(serve(fills), fallback).understand(text, context)

    assert (understanding.provider == "dspy") is counts


@pytest.mark.parametrize(("text", "counts"), [("ok", True), ("what does that mean?", False)])
async def test_who_asks_has_not_acknowledged(serve: Serve, fallback: Fallback, text: str, counts: bool) -> None:
    understanding = await provider_of(serve(AGREES), fallback).understand(text, told_something())

    assert (understanding.provider == "dspy") is counts
