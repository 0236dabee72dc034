from typing import Any

import pytest

from conversations_app.dialogue.subgraph_executor import StepLimitReached, SubgraphExecutor
from flows_app.engine import CompiledFlow, FlowState, SubgraphRegistry, UnknownVersion, compile_flow, requires_input
from flows_app.flow_language import FlowDefinition
from flows_app.limits import STEPS_PER_CHUNK
from tests.support.contexts import flow_state, runtime_context


def compiled(steps: list[dict[str, Any]], slots: tuple[str, ...] = ("name",)) -> CompiledFlow:
    return compile_flow(
        FlowDefinition.model_validate({"name": "flow", "slots": [{"name": s} for s in slots], "steps": steps})
    )


def say(name: str, **more: Any) -> dict[str, Any]:
    return {"type": "say", "name": name, "message": f"this is {name}", **more}


def ask(name: str, slot: str = "name", **more: Any) -> dict[str, Any]:
    return {"type": "collect", "name": name, "slot": slot, "message": f"{slot}?", **more}


async def run(flow: CompiledFlow, step: str, slots: dict[str, Any] | None = None, limit: int = 1000) -> list[str]:
    """What each step of a run told or asked, from a step on; `-` for one that did neither."""
    state = flow_state(step, slots)
    seen = []
    async for name, update in SubgraphExecutor(runtime_context(), limit).execute(flow, state):
        task = update["_pending_task"]
        seen.append(f"{name}: {task['prompt'] if task else '-'}")
    return seen


async def test_a_flow_runs_to_its_first_open_question() -> None:
    flow = compiled([say("one"), ask("two"), say("three")])

    assert await run(flow, "one") == ["one: this is one", "two: name?"]


async def test_it_enters_at_the_current_step_and_asks_only_what_is_empty() -> None:
    flow = compiled([say("one"), ask("two"), say("three")])

    assert await run(flow, "two", {"name": "Ana"}) == ["two: -", "three: this is three"]


@pytest.mark.parametrize("value", [0, False, [], ""])
async def test_filled_means_not_null(value: object) -> None:
    flow = compiled([ask("two"), say("three")])

    assert await run(flow, "two", {"name": value}) == ["two: -", "three: this is three"]


async def test_next_jumps_and_end_ends() -> None:
    flow = compiled([say("one", next="three"), say("two"), say("three", next="end"), say("four")])

    assert await run(flow, "one") == ["one: this is one", "three: this is three"]


async def test_a_long_flow_is_several_subgraphs_and_runs_through_them() -> None:
    names = [f"step_{number}" for number in range(3 * STEPS_PER_CHUNK + 5)]
    flow = compiled([say(name) for name in names])

    assert len({id(chunk) for chunk in flow.chunks.values()}) == 4
    assert await run(flow, names[0]) == [f"{name}: this is {name}" for name in names]


async def test_a_jump_leads_out_of_a_subgraph_and_back() -> None:
    names = [f"step_{number}" for number in range(2 * STEPS_PER_CHUNK)]
    steps = [say(name) for name in names]
    steps[0] = say(names[0], next=names[-1])
    steps[-1] = say(names[-1], next=names[1])
    steps[1] = ask(names[1])
    flow = compiled(steps)

    assert await run(flow, names[0]) == [
        f"{names[0]}: this is {names[0]}",
        f"{names[-1]}: this is {names[-1]}",
        f"{names[1]}: name?",
    ]


@pytest.mark.parametrize("length", [1, 2, 2 * STEPS_PER_CHUNK])
async def test_an_endless_loop_is_ended(length: int) -> None:
    names = [f"step_{number}" for number in range(length)]
    flow = compiled([*(say(name) for name in names[:-1]), say(names[-1], next=names[0])])

    with pytest.raises(StepLimitReached, match="one step too many"):
        await run(flow, names[0], limit=100)


async def test_visits_are_counted_when_they_end() -> None:
    flow = compiled([say("one", next="two"), ask("two")])
    state: FlowState = {**flow_state("one"), "memory": {"visits": {"one": 4}}}

    updates = [update async for _, update in SubgraphExecutor(runtime_context()).execute(flow, state)]

    assert updates[0]["memory"]["visits"] == {"one": 5}
    assert "visits" not in updates[1]["memory"]
    assert updates[1]["memory"]["question"]["asked"] == 1
    assert requires_input(updates[1]["_pending_task"])


async def test_the_registry_compiles_a_version_once_and_forgets_the_oldest() -> None:
    loaded: list[int] = []

    async def load(version_id: int) -> dict[str, Any] | None:
        loaded.append(version_id)
        return {"name": "flow", "steps": [say("one")]} if version_id < 10 else None

    registry = SubgraphRegistry(load, bound=2)
    first = await registry.get(1)
    assert await registry.get(1) is first
    await registry.get(2)
    await registry.get(1)
    await registry.get(3)  # 2 is the one that was used longest ago
    await registry.get(1)
    await registry.get(2)
    assert loaded == [1, 2, 3, 2]
    with pytest.raises(UnknownVersion, match="no flow version 10"):
        await registry.get(10)
