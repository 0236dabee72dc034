"""Connections, event loops and many bots. No time is measured: the server tells what it had at once."""

import asyncio
from collections.abc import Callable
from contextlib import ExitStack

from tests.support.lm_server import Answer, LMServer, Script, SeenRequest, always, by_pass, given_commands
from tests.understanding.dialogues import FLOWS, dialogue
from tests.understanding.language_model.conftest import Fallback, provider_of

Serve = Callable[[Script], LMServer]

# Of DSPy's own engine, to one server.
CONNECTIONS_AT_MOST = 100


async def test_two_hundred_messages_wait_together(serve: Serve, fallback: Fallback) -> None:
    """Each for a second and more; the first ones even until as many as can be are there."""
    server = serve(by_pass(given_commands({"type": "chitchat"}, seconds=1, together=CONNECTIONS_AT_MOST)))
    provider = provider_of(server, fallback, timeout=120)

    understood = await asyncio.gather(*(provider.understand(f"message {n}", dialogue()) for n in range(200)))

    assert {understanding.provider for understanding in understood} == {"dspy"}
    assert len(server.requests) == 200
    assert server.peak == server.connections == CONNECTIONS_AT_MOST


async def test_the_next_turn_takes_the_same_connection(serve: Serve, fallback: Fallback) -> None:
    server = serve(by_pass())

    for _ in range(20):
        await provider_of(server, fallback).understand("hello", dialogue())

    assert server.connections == 1
    assert len(server.requests) == 20


async def test_fifty_bots_with_fifty_language_models_stay_apart(fallback: Fallback) -> None:
    with ExitStack() as stack:
        servers = [stack.enter_context(LMServer(_for_bot(n))) for n in range(50)]

        async def talk(n: int) -> list[dict[str, object]]:
            provider = provider_of(servers[n], fallback, api_key=f"key-{n}", model=f"openai/model-{n}")
            flows = {f"flow_{n}": FLOWS["hours"]}
            first = await provider.understand(f"message of bot {n}", dialogue(flows=flows))
            second = await provider.understand(f"message of bot {n}", dialogue(flows=flows))
            return [*first.commands, *second.commands]

        answers = await asyncio.gather(*(talk(n) for n in range(50)))

        for n, server in enumerate(servers):
            assert answers[n] == [{"type": "start_flow", "flow": f"flow_{n}"}] * 2
            assert {request.key for request in server.requests} == {f"key-{n}"}
            assert {request.body["model"] for request in server.requests} == {f"model-{n}"}
            assert all(f'"message of bot {n}"' in request.asked for request in server.requests)


def _for_bot(n: int) -> Script:
    return always(given_commands({"type": "start_flow", "flow": f"flow_{n}"}, seconds=0.1))


def test_one_event_loop_after_another(serve: Serve, fallback: Fallback) -> None:
    """As in tests, and in a worker that was forked: connections of a loop that is closed are not used again."""
    server = serve(by_pass())

    async def talk() -> str:
        return (await provider_of(server, fallback).understand("hello", dialogue())).provider

    assert [asyncio.run(talk()) for _ in range(3)] == ["dspy"] * 3
    assert server.connections == 3


async def test_messages_are_not_mixed_up(serve: Serve, fallback: Fallback) -> None:
    def parrot(request: SeenRequest) -> Answer:
        number = request.asked.rpartition("number ")[2].partition('"')[0]
        return given_commands({"type": "set_slot", "slot": f"slot_{number}", "value": number}, seconds=0.2)

    provider = provider_of(serve(parrot), fallback)

    understood = await asyncio.gather(*(provider.understand(f"number {n}", dialogue()) for n in range(50)))

    dropped = [understanding.trace["dropped"][0]["name"] for understanding in understood]
    assert dropped == [f"slot_{n}" for n in range(50)]


async def test_half_of_them_are_cancelled(serve: Serve, fallback: Fallback) -> None:
    """Their connections are closed, not handed on with somebody else's answer on the way."""
    server = serve(by_pass(given_commands({"type": "chitchat"}, seconds=1, together=20)))
    provider = provider_of(server, fallback)
    tasks = [asyncio.create_task(provider.understand(f"message {n}", dialogue())) for n in range(20)]
    while server.peak < 20:
        await asyncio.sleep(0.01)

    for task in tasks[::2]:
        task.cancel()
    ended = await asyncio.gather(*tasks, return_exceptions=True)

    assert [isinstance(one, asyncio.CancelledError) for one in ended] == [True, False] * 10
    assert (await provider.understand("one more", dialogue())).provider == "dspy"
    assert not fallback.asked
