"""What one would write without the platform: LangGraph with its own PostgreSQL saver, doing the same dialogue."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypedDict
from uuid import uuid4

from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver
from langgraph.graph import END, START, StateGraph
from langgraph.types import Command, interrupt
from psycopg_pool import AsyncConnectionPool


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
