"""What the trace tells of a call."""

from collections.abc import Callable

from conversations_app.understanding.language_model.account import Account
from tests.support.lm_server import LMServer, Script, by_pass, given_commands, in_order, says
from tests.understanding.dialogues import dialogue
from tests.understanding.language_model.conftest import Fallback, provider_of

Serve = Callable[[Script], LMServer]

USAGE = {"prompt_tokens": 1000, "completion_tokens": 100, "total_tokens": 1100}
START = given_commands({"type": "start_flow", "flow": "transfer"})


async def test_tokens_of_both_passes_are_added(serve: Serve, fallback: Fallback) -> None:
    server = serve(by_pass(START))

    trace = (await provider_of(server, fallback).understand("hello", dialogue())).trace

    assert {**trace, "latency_ms": 0} == {
        "provider": "dspy",
        "model": "openai/test-model",
        "attempts": 2,
        "latency_ms": 0,
        "tokens_in": 240,
        "tokens_out": 60,
        "cost_usd": None,
        "errors": [],
        "dropped": [],
        "fallback": None,
    }


async def test_an_answer_that_was_no_use_has_its_price_too(serve: Serve, fallback: Fallback) -> None:
    server = serve(in_order(says("Well…"), given_commands({"type": "chitchat"})))

    trace = (await provider_of(server, fallback).understand("hello", dialogue())).trace

    assert (trace["tokens_in"], trace["tokens_out"]) == (240, 60)


async def test_a_server_that_counts_no_tokens(serve: Serve, fallback: Fallback) -> None:
    server = serve(by_pass(given_commands({"type": "chitchat"}, usage=None)))

    trace = (await provider_of(server, fallback).understand("hello", dialogue())).trace

    assert (trace["tokens_in"], trace["tokens_out"], trace["cost_usd"]) == (None, None, None)


async def test_the_price_of_a_model_that_is_known(serve: Serve, fallback: Fallback) -> None:
    server = serve(by_pass(given_commands({"type": "chitchat"}, usage=USAGE)))

    understanding = await provider_of(server, fallback, model="openai/gpt-4.1-mini").understand("hello", dialogue())

    assert 0.0001 < understanding.trace["cost_usd"] < 0.01


def test_what_is_not_known_is_not_zero() -> None:
    account = Account("openai/x")
    account.charge({}, None)
    assert account.as_json()["tokens_in"] is None

    account.charge({"prompt_tokens": 5}, 0.5)
    account.charge({}, None)
    assert (account.tokens_in, account.tokens_out, account.cost) == (5, None, 0.5)
