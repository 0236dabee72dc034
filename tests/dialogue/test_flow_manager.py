import uuid
from typing import Any

from conversations_app.dialogue.deltas import FlowDelta, apply, merge_deltas
from conversations_app.dialogue.flow_manager import FlowManager
from flows_app.compiler import CompiledFlow, DialogueState, compile_flow
from flows_app.language import FlowDefinition

CONVERSATION = str(uuid.UUID(int=7))


def empty_state() -> DialogueState:
    return {"last_inbound_seq": 3, "flow_stack": [], "flow_slots": {}, "_executed_steps": {}}


def flow(name: str, **more: Any) -> CompiledFlow:
    steps = [{"type": "say", "name": "one", "message": "One."}, {"type": "say", "name": "two", "message": "Two."}]
    return compile_flow(FlowDefinition.model_validate({"name": name, "steps": steps, **more}))


A = flow("a", slots=[{"name": "name"}, {"name": "city"}])


def push(manager: FlowManager, state: DialogueState, name: str) -> FlowDelta:
    return manager.push_flow(state, flow(name), 1)


def fill(manager: FlowManager, state: DialogueState, compiled: CompiledFlow, slot: str, value: str) -> FlowDelta:
    return FlowDelta(slots=manager.scoped(state["flow_stack"][-1]["flow_id"], compiled, {slot: value}))


def test_operations_change_nothing_themselves() -> None:
    state = empty_state()

    delta = push(FlowManager(CONVERSATION), state, "a")

    assert state == empty_state()
    assert [flow["flow_name"] for flow in apply(state, delta)["flow_stack"]] == ["a"]


def test_a_repeated_turn_names_its_flows_in_the_same_way() -> None:
    def two_pushes() -> list[str]:
        manager, state = FlowManager(CONVERSATION), empty_state()
        state = apply(state, push(manager, state, "a"))
        state = apply(state, manager.pop_flow(state, "cancelled"))
        state = apply(state, push(manager, state, "b"))
        return [flow["flow_id"] for flow in state["flow_stack"]]

    assert two_pushes() == two_pushes()


def test_two_flows_of_one_turn_have_two_ids_even_if_the_first_has_ended() -> None:
    manager, state = FlowManager(CONVERSATION), empty_state()
    state = apply(state, push(manager, state, "a"))
    first = state["flow_stack"][0]["flow_id"]
    state = apply(state, manager.pop_flow(state, "cancelled"))
    state = apply(state, push(manager, state, "a"))

    assert state["flow_stack"][0]["flow_id"] != first


def test_a_popped_flow_takes_its_slots_and_visits_with_it() -> None:
    manager, state = FlowManager(CONVERSATION), empty_state()
    state = apply(state, push(manager, state, "a"))
    flow_id = state["flow_stack"][0]["flow_id"]
    state = apply(state, fill(manager, state, A, "name", "Ana"))
    state = apply(state, manager.advance(state, A, {"step": "two", "visits": {"one": 1}}))
    assert state["flow_slots"] == {flow_id: {"name": "Ana"}}
    assert state["_executed_steps"] == {flow_id: {"one": 1}}

    state = apply(state, manager.pop_flow(state, "cancelled"))

    assert (state["flow_stack"], state["flow_slots"], state["_executed_steps"]) == ([], {}, {})


def test_merged_deltas_do_what_they_do_one_after_the_other() -> None:
    manager, state = FlowManager(CONVERSATION), empty_state()
    deltas = [push(manager, state, "a")]
    after = apply(state, deltas[-1])
    for delta in (
        fill(manager, after, A, "name", "Ana"),
        fill(manager, after, A, "city", "Lima"),
        manager.advance(after, A, {"step": "two", "visits": {"one": 1}}),
    ):
        deltas.append(delta)
        after = apply(after, delta)

    assert apply(state, merge_deltas(deltas)) == after


def test_bot_wide_slots_outlive_their_flow() -> None:
    shared = flow("a", bot_slots=[{"name": "customer"}])
    manager, state = FlowManager(CONVERSATION), empty_state()
    state = apply(state, manager.push_flow(state, shared, 1))
    state = apply(state, fill(manager, state, shared, "customer", "Ana"))
    state = apply(state, manager.end_flow(state, shared, None))
    state = apply(state, manager.push_flow(state, shared, 1))

    assert manager.flow_state(state, shared)["slots"] == {"customer": "Ana"}


def test_what_a_flow_persists_is_there_at_its_next_run() -> None:
    keeps = flow("a", slots=[{"name": "name"}, {"name": "city", "initial": "Lima"}], persist=["name"])
    manager, state = FlowManager(CONVERSATION), empty_state()
    state = apply(state, manager.push_flow(state, keeps, 1))
    assert manager.flow_state(state, keeps)["slots"] == {"city": "Lima"}
    state = apply(state, fill(manager, state, keeps, "name", "Ana"))
    state = apply(state, fill(manager, state, keeps, "city", "Cusco"))
    state = apply(state, manager.end_flow(state, keeps, None))
    state = apply(state, manager.push_flow(state, keeps, 1))

    assert manager.flow_state(state, keeps)["slots"] == {"name": "Ana", "city": "Lima"}


def test_outputs_go_back_to_the_caller() -> None:
    caller, called = flow("a", slots=[{"name": "total"}]), flow("b", slots=[{"name": "sum"}], outputs=["sum"])
    manager, state = FlowManager(CONVERSATION), empty_state()
    state = apply(state, manager.push_flow(state, caller, 1))
    state = apply(state, manager.push_flow(state, called, 2, inputs={"sum": "5"}, returns={"sum": "total"}))
    state = apply(state, manager.end_flow(state, called, caller))

    assert manager.flow_state(state, caller)["slots"] == {"total": "5"}
