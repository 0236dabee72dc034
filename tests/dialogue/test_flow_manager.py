import uuid
from typing import Any

from conversations_app.dialogue.flow_manager import FlowManager
from flows_app.engine import CompiledFlow, DialogueState, compile_flow
from flows_app.engine.deltas import FlowDelta, apply, merge_deltas
from flows_app.engine.journal import Called, Given, Returned, Started
from flows_app.engine.state import merge_by_flow
from flows_app.flow_language import FlowDefinition
from tests.support.contexts import NOW

CONVERSATION = str(uuid.UUID(int=7))


def empty_state() -> DialogueState:
    return {"last_inbound_seq": 3, "flow_stack": [], "flow_slots": {}, "flow_memory": {}}


def flow(name: str, **more: Any) -> CompiledFlow:
    steps = [{"type": "say", "name": "one", "message": "One."}, {"type": "say", "name": "two", "message": "Two."}]
    return compile_flow(FlowDefinition.model_validate({"name": name, "steps": steps, **more}))


A = flow("a", slots=[{"name": "name"}, {"name": "city"}])


def push(manager: FlowManager, state: DialogueState, name: str) -> FlowDelta:
    return manager.push_flow(state, flow(name), 1, now=NOW)


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


def test_a_popped_flow_takes_its_slots_and_memory_with_it() -> None:
    manager, state = FlowManager(CONVERSATION), empty_state()
    state = apply(state, push(manager, state, "a"))
    flow_id = state["flow_stack"][0]["flow_id"]
    state = apply(state, fill(manager, state, A, "name", "Ana"))
    state = apply(state, manager.advance(state, A, {"step": "two", "memory": {"visits": {"one": 1}}}))
    assert state["flow_slots"] == {flow_id: {"name": "Ana"}}
    assert state["flow_memory"] == {flow_id: {"visits": {"one": 1}}}

    state = apply(state, manager.pop_flow(state, "cancelled"))

    assert (state["flow_stack"], state["flow_slots"], state["flow_memory"]) == ([], {}, {})


def test_merged_deltas_do_what_they_do_one_after_the_other() -> None:
    manager, state = FlowManager(CONVERSATION), empty_state()
    deltas = [push(manager, state, "a")]
    after = apply(state, deltas[-1])
    for delta in (
        fill(manager, after, A, "name", "Ana"),
        fill(manager, after, A, "city", "Lima"),
        manager.advance(after, A, {"step": "two", "memory": {"visits": {"one": 1}}}),
    ):
        deltas.append(delta)
        after = apply(after, delta)

    assert apply(state, merge_deltas(deltas)) == after


def test_bot_wide_slots_outlive_their_flow() -> None:
    shared = flow("a", bot_slots=[{"name": "customer"}])
    manager, state = FlowManager(CONVERSATION), empty_state()
    state = apply(state, manager.push_flow(state, shared, 1, now=NOW))
    state = apply(state, fill(manager, state, shared, "customer", "Ana"))
    state = apply(state, manager.end_flow(state, shared, None, NOW))
    state = apply(state, manager.push_flow(state, shared, 1, now=NOW))

    assert manager.flow_state(state, shared)["slots"] == {"customer": "Ana"}


def test_what_a_flow_persists_is_there_at_its_next_run() -> None:
    keeps = flow("a", slots=[{"name": "name"}, {"name": "city", "initial": "Lima"}], persist=["name"])
    manager, state = FlowManager(CONVERSATION), empty_state()
    state = apply(state, manager.push_flow(state, keeps, 1, now=NOW))
    assert manager.flow_state(state, keeps)["slots"] == {"city": "Lima"}
    state = apply(state, fill(manager, state, keeps, "name", "Ana"))
    state = apply(state, fill(manager, state, keeps, "city", "Cusco"))
    state = apply(state, manager.end_flow(state, keeps, None, NOW))
    state = apply(state, manager.push_flow(state, keeps, 1, now=NOW))

    assert manager.flow_state(state, keeps)["slots"] == {"name": "Ana", "city": "Lima"}


CALL = {"type": "call", "name": "sub", "flow": "b", "outputs": {"sum": "total"}}
CALLER = compile_flow(
    FlowDefinition.model_validate(
        {
            "name": "a",
            "slots": [{"name": "total"}],
            "steps": [CALL, {"type": "say", "name": "shown", "message": "{total}"}],
        }
    )
)
CALLED = flow("b", slots=[{"name": "sum"}], inputs=["sum"], outputs=["sum"])


def calling(manager: FlowManager) -> DialogueState:
    """A flow that has called another."""
    state = empty_state()
    state = apply(state, manager.push_flow(state, CALLER, 1, now=NOW))
    pushed = manager.push_flow(
        state,
        CALLED,
        2,
        now=NOW,
        inputs={"sum": "5"},
        returns={"sum": "total"},
        called_at={"step": "sub", "path": "", "inputs": "noted"},
    )
    return apply(state, pushed)


def told(state: DialogueState, flow_id: str) -> list[Any]:
    """What a journal has got in this turn."""
    return [entry for task in state["_entries"].values() for entry in task.get(flow_id, [])]


def test_outputs_go_back_to_the_caller_which_goes_on_behind_its_call() -> None:
    manager = FlowManager(CONVERSATION)
    state = calling(manager)
    state = apply(state, manager.end_flow(state, CALLED, CALLER, NOW))

    (caller,) = state["flow_stack"]
    assert manager.flow_state(state, CALLER)["slots"] == {"total": "5"}
    assert caller["step"] == "shown"
    assert told(state, caller["flow_id"])[-1] == Returned(
        step="sub", inputs="noted", slots={"total": "5"}, at=NOW, turn=3
    )


def test_a_journal_begins_with_what_its_flow_begins_with() -> None:
    manager = FlowManager(CONVERSATION)
    state = calling(manager)
    caller, called = (flow["flow_id"] for flow in state["flow_stack"])

    assert told(state, called) == [Started(slots={"sum": "5"}, bot_slots={}, version_id=2, at=NOW, turn=3)]
    assert told(state, caller)[-1] == Called(step="sub", flow_id=called, flow_name="b", version_id=2, at=NOW, turn=3)
    assert {flow["task"] for flow in state["flow_stack"]} == {caller}


def test_a_flow_that_is_called_again_has_its_id_and_nothing_of_what_it_held() -> None:
    manager = FlowManager(CONVERSATION)
    state = calling(manager)
    caller, called = state["flow_stack"]
    changed = {"step": "two", "memory": {"visits": {"one": 1}, "rounds": {"x": 2}}}
    state = standing = apply(state, manager.advance(state, CALLED, changed))
    (call,) = [entry for entry in told(state, caller["flow_id"]) if isinstance(entry, Called)]
    taken_off = manager.take_off(state, state["flow_stack"][1:])
    state = apply(state, taken_off)
    given = Given(slot="sum", value="6", by="caller", at=NOW, turn=3)

    again = manager.call_again(
        state, call, CALLED, entries=[given], returns=called["returns"], called_at=called["called_at"], quiet=False
    )

    state = apply(state, again)
    assert state["flow_stack"] == [caller, {**called, "step": "one"}]
    memory = manager.memory(state, state["flow_stack"][-1])
    assert (memory["to_walk"], memory.get("visits"), memory.get("rounds")) == (True, None, None)
    # The graph's channels merge both deltas at once.
    at_once = merge_deltas([taken_off, again]).as_update()
    memory_before: Any = standing["flow_memory"]
    assert merge_by_flow(memory_before, at_once["flow_memory"]) == state["flow_memory"]
    assert merge_by_flow(standing["flow_slots"], at_once["flow_slots"]) == state["flow_slots"]
    assert told(state, called["flow_id"])[-1] == given
    assert merge_deltas([taken_off, again]).ended == {}


def test_journals_of_a_task_that_has_ended_go_with_it() -> None:
    manager, state = FlowManager(CONVERSATION), empty_state()
    pushed = push(manager, state, "a")
    assert pushed.as_update()["_entries"]
    state = apply(state, pushed)

    assert merge_deltas([pushed, manager.pop_flow(state, "completed")]).as_update()["_entries"] == {}


def test_a_button_that_leads_back_leaves_behind_what_lies_between() -> None:
    manager, state = FlowManager(CONVERSATION), empty_state()
    state = apply(state, push(manager, state, "a"))
    flow_id = state["flow_stack"][0]["flow_id"]
    state = apply(state, manager.advance(state, A, {"step": "two"}))

    state = apply(state, manager.jump(state, A, "one", NOW))

    assert state["flow_stack"][0]["step"] == "one"
    assert manager.standing(state, state["flow_stack"][0], A).path == "+1"
    assert [(entry.type, entry.to) for entry in told(state, flow_id)[1:]] == [("jumped", "one"), ("jumped_back", "one")]
