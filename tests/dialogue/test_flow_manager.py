import uuid

from conversations_app.dialogue.flow_manager import FlowDelta, FlowManager, apply, merge_deltas
from flows_app.compiler import DialogueState

CONVERSATION = str(uuid.UUID(int=7))


def empty_state() -> DialogueState:
    return {"last_inbound_seq": 3, "flow_stack": [], "flow_slots": {}, "_executed_steps": {}}


def push(manager: FlowManager, state: DialogueState, name: str) -> FlowDelta:
    return manager.push_flow(state, flow_name=name, version_id=1, first_step="one")


def test_operations_change_nothing_themselves() -> None:
    state = empty_state()

    delta = push(FlowManager(CONVERSATION), state, "a")

    assert state == empty_state()
    assert [flow["flow_name"] for flow in apply(state, delta)["flow_stack"]] == ["a"]


def test_a_repeated_turn_names_its_flows_in_the_same_way() -> None:
    def two_pushes() -> list[str]:
        manager, state = FlowManager(CONVERSATION), empty_state()
        state = apply(state, push(manager, state, "a"))
        state = apply(state, manager.pop_flow(state))
        state = apply(state, push(manager, state, "b"))
        return [flow["flow_id"] for flow in state["flow_stack"]]

    assert two_pushes() == two_pushes()


def test_two_flows_of_one_turn_have_two_ids_even_if_the_first_has_ended() -> None:
    manager, state = FlowManager(CONVERSATION), empty_state()
    state = apply(state, push(manager, state, "a"))
    first = state["flow_stack"][0]["flow_id"]
    state = apply(state, manager.pop_flow(state))
    state = apply(state, push(manager, state, "a"))

    assert state["flow_stack"][0]["flow_id"] != first


def test_a_popped_flow_takes_its_slots_and_visits_with_it() -> None:
    manager, state = FlowManager(CONVERSATION), empty_state()
    state = apply(state, push(manager, state, "a"))
    flow_id = state["flow_stack"][0]["flow_id"]
    state = apply(state, manager.set_slot(flow_id, "name", "Ana"))
    state = apply(state, manager.advance(state, "two", {"visits": {"one": 1}}))
    assert state["flow_slots"] == {flow_id: {"name": "Ana"}}
    assert state["_executed_steps"] == {flow_id: {"one": 1}}

    state = apply(state, manager.pop_flow(state))

    assert (state["flow_stack"], state["flow_slots"], state["_executed_steps"]) == ([], {}, {})


def test_merged_deltas_do_what_they_do_one_after_the_other() -> None:
    manager, state = FlowManager(CONVERSATION), empty_state()
    deltas = [push(manager, state, "a")]
    after = apply(state, deltas[-1])
    flow_id = after["flow_stack"][0]["flow_id"]
    for delta in (
        manager.set_slot(flow_id, "name", "Ana"),
        manager.set_slot(flow_id, "city", "Lima"),
        manager.advance(after, "two", {"visits": {"one": 1}}),
    ):
        deltas.append(delta)
        after = apply(after, delta)

    assert apply(state, merge_deltas(deltas)) == after
