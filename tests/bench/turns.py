"""A turn's engine and database work, beside bare LangGraph with its own PostgreSQL saver doing the same dialogue."""

import asyncio
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypedDict
from uuid import uuid4

from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver
from langgraph.graph import END, START, StateGraph
from langgraph.types import Command, interrupt
from psycopg_pool import AsyncConnectionPool

from tests.support.authoring import make_bot
from tests.support.talking import Talk

TURNS = 150
ROUNDS = 3
LOOP = [
    {"name": "ask", "type": "collect", "slot": "name", "message": "What is your name?"},
    {"name": "hello", "type": "say", "message": "Hello, {name}!"},
    {"name": "again", "type": "collect", "slot": "city", "message": "Where do you live?"},
]


def measure(database_url: str) -> None:
    talk = Talk(make_bot(LOOP, slots=("name", "city")))
    with bare_langgraph(database_url) as bare:
        ours_ms, bare_ms = zip(*(_both(talk, bare) for _ in range(ROUNDS)), strict=True)
    ours, theirs = statistics.median(ours_ms), statistics.median(bare_ms)
    print(f"a turn, engine and database       {ours:7.1f} ms")
    print(f"bare LangGraph, AsyncPostgresSaver {theirs:6.1f} ms")
    print(f"ratio                             {ours / theirs:7.2f}   (bar: at most 0.5)")


def _both(talk: Talk, bare: Callable[[str], None]) -> tuple[float, float]:
    """In turns, so that whatever else the machine does falls on both."""
    return _median_ms(talk.say), _median_ms(bare)


def _median_ms(turn: Callable[[str], Any]) -> float:
    times = []
    for number in range(TURNS):
        started = time.perf_counter()
        turn(f"answer {number}")
        times.append((time.perf_counter() - started) * 1000)
    return statistics.median(times)


class BareState(TypedDict, total=False):
    text: str
    slots: dict[str, str]
    question: str | None
    said: list[str]


@contextmanager
def bare_langgraph(database_url: str) -> Iterator[Callable[[str], None]]:
    """What one would write without the platform: gate, understand, run; default durability."""

    def gate(state: BareState) -> BareState:
        return {"text": interrupt(state["question"])} if state.get("question") else {}

    def understand(state: BareState) -> BareState:
        slot = {"What is your name?": "name", "Where do you live?": "city"}.get(state.get("question") or "")
        return {"slots": {**state.get("slots", {}), slot: state["text"]}} if slot else {"slots": {}}

    def run(state: BareState) -> BareState:
        slots = state["slots"]
        if "name" not in slots:
            return {"question": "What is your name?", "said": []}
        if "city" not in slots:
            return {"question": "Where do you live?", "said": [f"Hello, {slots['name']}!"]}
        return {"question": None, "slots": {}, "said": []}

    async def open_graph() -> tuple[Any, AsyncConnectionPool[Any]]:
        options = {"autocommit": True, "prepare_threshold": 0}
        pool: AsyncConnectionPool[Any] = AsyncConnectionPool(database_url, max_size=4, kwargs=options, open=False)
        await pool.open()
        saver = AsyncPostgresSaver(pool)
        await saver.setup()
        graph = StateGraph(BareState)
        graph.add_node("gate", gate)
        graph.add_node("understand", understand)
        graph.add_node("run", run)
        graph.add_edge(START, "gate")
        graph.add_edge("gate", "understand")
        graph.add_edge("understand", "run")
        graph.add_conditional_edges("run", lambda state: "gate" if state["question"] else END)
        return graph.compile(checkpointer=saver), pool

    with asyncio.Runner() as runner:
        compiled, pool = runner.run(open_graph())
        config = {"configurable": {"thread_id": str(uuid4())}}

        async def turn(text: str) -> None:
            state = await compiled.aget_state(config)
            waiting = bool(state.values.get("question"))
            await compiled.ainvoke(Command(resume=text) if waiting else {"text": text}, config)

        yield lambda text: runner.run(turn(text))
        runner.run(pool.close())
