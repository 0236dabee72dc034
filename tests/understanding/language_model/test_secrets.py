"""What a language model is not told, and what nobody else is."""

import logging
from collections.abc import Callable

import pytest

from flows_app.engine.understanding import OpenQuestion, Said
from flows_app.masking import MASK
from tests.support.lm_server import LMServer, Script, always, by_pass, fails, given_commands, in_order, resets, says
from tests.understanding.dialogues import AMOUNT, PIN, asked_for, asked_to_confirm, dialogue, transferring
from tests.understanding.language_model.conftest import KEY, Fallback, provider_of, settings_of

Serve = Callable[[Script], LMServer]

SECRET = "4711-secret"


async def test_the_answer_to_a_question_for_a_secret_is_not_sent(serve: Serve, fallback: Fallback) -> None:
    server = serve(by_pass())

    understanding = await provider_of(server, fallback).understand(SECRET, asked_for(PIN))

    assert not server.requests
    assert fallback.asked == [SECRET]
    assert understanding.trace["fallback"]["because"] == "not_to_be_sent"
    assert SECRET not in str(understanding.trace)


async def test_nor_if_nobody_can_tell_what_was_asked_for(serve: Serve, fallback: Fallback) -> None:
    server = serve(by_pass())

    await provider_of(server, fallback).understand(
        SECRET, dialogue(stack=(transferring(),), question=OpenQuestion("collect", "And?"))
    )

    assert not server.requests


async def test_a_secret_that_was_given_is_masked(serve: Serve, fallback: Fallback) -> None:
    server = serve(by_pass())

    await provider_of(server, fallback).understand("hello", asked_for(AMOUNT, pin=SECRET))

    assert SECRET not in server.requests[0].everything
    assert f'"description": "the card\'s PIN", "value": "{MASK}"' in server.requests[0].asked


async def test_the_words_of_a_question_are_not_told(serve: Serve, fallback: Fallback) -> None:
    """They may show a secret; those of the history are masked where they do."""
    server = serve(by_pass())
    context = asked_to_confirm(pin=SECRET)
    shown = dialogue(
        history=[Said("bot", MASK)],
        stack=context.stack,
        question=OpenQuestion("confirm", f"Is {SECRET} right?", options=[{"label": SECRET, "value": SECRET}]),
    )

    await provider_of(server, fallback).understand("yes", shown)

    assert SECRET not in server.requests[0].everything


@pytest.mark.parametrize(
    "script",
    [by_pass(), always(fails(401)), always(fails(500)), always(resets()), always(says(KEY)), always(says("{"))],
)
async def test_the_key_goes_to_the_server_and_nowhere_else(
    serve: Serve,
    fallback: Fallback,
    script: Script,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
) -> None:
    caplog.set_level(logging.DEBUG)
    server = serve(script)
    provider = provider_of(server, fallback)

    understanding = await provider.understand("hello", dialogue())

    assert {request.key for request in server.requests} == {KEY}
    shown = (caplog.text, *capfd.readouterr(), str(understanding), repr(settings_of(server)), repr(vars(provider)))
    assert KEY not in "".join(shown)
    assert KEY not in settings_of(server).model_dump_json()


async def test_what_was_said_is_in_no_log(
    serve: Serve, fallback: Fallback, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    server = serve(in_order(says("no JSON, but zebra"), fails(400)))

    understanding = await provider_of(server, fallback).understand("about my zebra", dialogue())

    assert "zebra" not in "".join((caplog.text, *capfd.readouterr(), str(understanding.trace)))


async def test_dspy_remembers_nothing(serve: Serve, fallback: Fallback) -> None:
    import dspy
    from dspy.clients import base_lm

    from conversations_app.understanding.language_model.lm import lm_of
    from conversations_app.understanding.language_model.modules import programs_of

    server = serve(by_pass(given_commands({"type": "start_flow", "flow": "transfer"})))

    await provider_of(server, fallback).understand("hello", dialogue())

    assert server.requests
    programs = programs_of(None)
    kept = (base_lm.GLOBAL_HISTORY, dspy.settings.trace, lm_of(settings_of(server)).history)
    assert [len(memory) for memory in kept] == [0, 0, 0]
    assert programs.understanding.history == programs.understanding.predict.history == []


async def test_a_server_without_a_key_is_not_sent_the_one_of_the_environment(
    serve: Serve, fallback: Fallback, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    server = serve(by_pass())

    await provider_of(server, fallback, api_key=None).understand("hello", dialogue())

    assert server.requests[0].key == "none"
