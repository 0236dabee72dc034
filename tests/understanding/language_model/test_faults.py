"""A language model that is down costs quality, not the conversation."""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import replace

import pytest

from conversations_app.understanding.language_model import DSPyProvider, passes
from flows_app.engine.understanding import DialogueContext, FlowsOnOffer, Understanding
from tests.support.lm_server import (
    Answer,
    LMServer,
    Script,
    always,
    broken_json,
    fails,
    given_commands,
    hangs,
    in_order,
    resets,
    says,
)
from tests.support.ports import free_port
from tests.understanding.dialogues import AMOUNT, FLOWS, asked_for, dialogue
from tests.understanding.language_model.conftest import Fallback, provider_of, settings_of

Serve = Callable[[Script], LMServer]

GOOD = given_commands({"type": "chitchat"})
PASSING = {
    "malformed content": (says("Well, it depends."), "malformed_output"),
    "another shape": (says('{"answer": 42}'), "malformed_output"),
    "no list": (says('{"commands": 42}'), "malformed_output"),
    "empty": (says(""), "malformed_output"),
    "broken JSON": (broken_json(), "malformed_output"),
    "no choices": (Answer(raw_body=b'{"id": "1", "choices": []}'), "malformed_output"),
    "reset": (resets(), "transport"),
    "server error": (fails(500), "server"),
    "gateway": (fails(502), "server"),
    "overloaded": (fails(503), "server"),
    "too many requests": (fails(429), "rate_limit"),
}
LASTING = {
    "wrong key": (fails(401), "auth"),
    "bad request": (fails(400), "invalid_request"),
    "something else": (Answer(raw_body=b"[]"), "unexpected"),
}


@pytest.mark.parametrize("fault", PASSING)
async def test_it_is_tried_again(serve: Serve, fallback: Fallback, fault: str) -> None:
    answer, kind = PASSING[fault]
    server = serve(in_order(answer, GOOD))

    understanding = await provider_of(server, fallback).understand("hello", dialogue())

    assert understanding.commands == [{"type": "chitchat"}]
    assert understanding.trace["errors"] == [kind]
    assert understanding.trace["attempts"] == 2
    assert understanding.trace["fallback"] is None


@pytest.mark.parametrize("fault", PASSING)
async def test_after_two_the_other_provider_answers(serve: Serve, fallback: Fallback, fault: str) -> None:
    answer, kind = PASSING[fault]
    server = serve(always(answer))

    understanding = await provider_of(server, fallback).understand("hello", dialogue())

    assert understanding.provider == "fallback"
    assert understanding.commands == [{"type": "out_of_scope"}]
    assert understanding.trace["errors"] == [kind, kind]
    assert understanding.trace["fallback"] == {"because": "no_answer", "provider": "fallback", "trace": {"sure": 0.5}}
    assert len(server.requests) == 2


@pytest.mark.parametrize("fault", LASTING)
async def test_what_stays_wrong_is_not_tried_again(
    serve: Serve, fallback: Fallback, fault: str, caplog: pytest.LogCaptureFixture
) -> None:
    answer, kind = LASTING[fault]
    server = serve(always(answer))

    understanding = await provider_of(server, fallback).understand("hello", dialogue())

    assert understanding.trace["errors"] == [kind]
    assert understanding.provider == "fallback"
    assert len(server.requests) == 1
    assert any(record.levelno == logging.ERROR and kind in record.getMessage() for record in caplog.records)


async def test_nobody_listens(fallback: Fallback) -> None:
    server = LMServer(always(GOOD))
    server.port = free_port()

    understanding = await provider_of(server, fallback).understand("hello", dialogue())

    assert understanding.trace["errors"] == ["transport", "transport"]
    assert understanding.provider == "fallback"


async def test_one_that_hangs_is_given_up(serve: Serve, fallback: Fallback) -> None:
    server = serve(always(hangs()))

    understanding = await provider_of(server, fallback, timeout=0.3).understand("hello", dialogue())

    assert understanding.trace["errors"][-1] in ("time_limit", "timeout")
    assert understanding.provider == "fallback"
    assert understanding.trace["attempts"] == 1


async def test_the_time_is_for_both_tries(serve: Serve, fallback: Fallback) -> None:
    """A slow failure leaves less time for the second try."""
    server = serve(in_order(Answer(status=500, seconds=0.2), hangs()))

    understanding = await provider_of(server, fallback, timeout=3).understand("hello", dialogue())

    assert understanding.trace["errors"][0] == "server"
    assert understanding.trace["attempts"] == 2
    assert understanding.provider == "fallback"


async def test_a_pause_that_the_server_asks_for_is_kept(serve: Serve, fallback: Fallback) -> None:
    server = serve(in_order(fails(429, retry_after="1"), GOOD))

    understanding = await provider_of(server, fallback).understand("hello", dialogue())

    assert understanding.provider == "dspy"
    assert understanding.trace["latency_ms"] >= 1000


async def test_a_pause_that_takes_too_long_is_not(serve: Serve, fallback: Fallback) -> None:
    server = serve(always(fails(429, retry_after="3600")))

    understanding = await provider_of(server, fallback).understand("hello", dialogue())

    assert understanding.provider == "fallback"
    assert len(server.requests) == 1


async def test_the_other_provider_does_not_look_everything_up_again(serve: Serve) -> None:
    looked_up = []

    class Curious(Fallback):
        async def understand(self, message: str, context: DialogueContext) -> Understanding:
            looked_up.append(await context.flows())
            return await super().understand(message, context)

    async def counted() -> FlowsOnOffer:
        lookups.append("flows")
        return FLOWS

    lookups: list[str] = []
    server = serve(always(fails(400)))

    await provider_of(server, Curious()).understand("hello", replace(dialogue(), flows=counted))

    assert looked_up == [FLOWS]
    assert lookups == ["flows"]


async def test_a_mistake_of_ours_is_told_and_lived_with(
    serve: Serve, fallback: Fallback, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def mistaken(message: str, *given: object) -> None:
        raise KeyError(message)

    monkeypatch.setattr(passes, "inputs_of", mistaken)
    server = serve(always(GOOD))

    understanding = await provider_of(server, fallback).understand("my own words", dialogue())

    assert understanding.provider == "fallback"
    assert understanding.trace["errors"] == ["programming_error"]
    assert "in mistaken" in caplog.text
    assert "KeyError" in caplog.text
    assert "my own words" not in caplog.text


async def test_a_stored_program_that_fits_no_longer_is_told_and_lived_with(
    serve: Serve, fallback: Fallback, caplog: pytest.LogCaptureFixture
) -> None:
    server = serve(always(GOOD))
    provider = DSPyProvider(settings_of(server), fallback, {"understanding": {"predict": {"demos": []}}})

    understanding = await provider.understand("hello", dialogue())

    assert understanding.provider == "fallback"
    assert "Traceback" in caplog.text or "KeyError" in caplog.text


async def test_who_is_cancelled_leaves_nothing_behind(serve: Serve, fallback: Fallback) -> None:
    waiting = serve(in_order(hangs(), GOOD))
    provider = provider_of(waiting, fallback)
    task = asyncio.create_task(provider.understand("hello", asked_for(AMOUNT)))
    while not waiting.requests:
        await asyncio.sleep(0.01)

    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task

    assert not fallback.asked
    assert (await provider.understand("hello", dialogue())).provider == "dspy"
