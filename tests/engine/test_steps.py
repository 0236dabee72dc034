"""Each type of step, each of its fields, run in its subgraph without a database."""

from typing import Any

import pytest

from conversations_app.dialogue.subgraph_executor import SubgraphExecutor
from flows_app.engine import ActionOutcome, compile_flow
from flows_app.engine.state import FlowState, merge_flow_state
from flows_app.flow_language import FlowDefinition
from flows_app.masking import MASK
from tests.support.contexts import PretendedActions, PretendedWriter, flow_state, runtime_context

SLOTS: list[dict[str, Any]] = [
    {"name": "name"},
    {"name": "amount", "type": "number"},
    {"name": "count", "type": "integer"},
    {"name": "agreed", "type": "boolean"},
    {"name": "kind", "type": "choice", "choices": [{"value": "a", "label": "Apple"}, {"value": "b"}]},
    {"name": "items", "type": "list"},
    {"name": "city", "prompt": {"en": "Which city?", "es": "¿Qué ciudad?"}},
]
DONE = {"type": "say", "name": "done", "message": "Done."}


class Run:
    """A flow run from a step on, until it asks, signals or ends."""

    def __init__(self, *steps: dict[str, Any], slots: list[dict[str, Any]] | None = None, **context: Any):
        definition = {"name": "flow", "slots": slots or SLOTS, "steps": steps}
        self._flow = compile_flow(FlowDefinition.model_validate(definition))
        self.context = runtime_context(**context)
        self.state: FlowState = flow_state(self._flow.first_step)
        self.tasks: list[dict[str, Any]] = []

    async def go(self, **slots: Any) -> list[str]:
        """Puts values into slots, goes on, and gives what was said or asked."""
        self.state = merge_flow_state(self.state, {"slots": slots, "_pending_task": None, "_signal": None})
        self.tasks = []
        async for _, update in SubgraphExecutor(self.context).execute(self._flow, self.state):
            self.state = merge_flow_state(self.state, update)
            if update["_pending_task"]:
                self.tasks.append(update["_pending_task"])
        return [task["prompt"] for task in self.tasks]

    def note(self, **noted: Any) -> None:
        """At the open question, as a command handler does."""
        question = {**(self.state["memory"]["question"] or {}), **noted}
        self.state = merge_flow_state(self.state, {"memory": {"question": question}})

    def affirm(self) -> None:
        self.note(answer="agreed")

    @property
    def signal(self) -> Any:
        return self.state["_signal"]


# say


async def test_say_takes_the_language_and_one_of_its_variations() -> None:
    step = {"type": "say", "name": "hi", "message": {"en": ["Hi.", "Hello."], "es": "Hola."}}

    assert await Run(step, language="es-MX").go() == ["Hola."]
    assert await Run(step, language="fr").go() in (["Hi."], ["Hello."])
    assert await Run(step).go() == await Run(step).go()


async def test_say_waits_for_an_acknowledgement() -> None:
    run = Run(
        {
            "type": "say",
            "name": "note",
            "message": "Read this.",
            "wait_for_ack": True,
            "options": [{"label": "OK"}],
            "metadata": {"icon": "bell"},
        },
        DONE,
    )

    assert await run.go() == ["Read this."]
    assert run.tasks[0]["wait_for_ack"] is True
    assert run.tasks[0]["options"] == [{"label": "OK", "value": "OK"}]
    assert run.tasks[0]["metadata"] == {"icon": "bell"}
    assert await run.go() == ["Read this."]
    run.note(answer="acknowledged")
    assert await run.go() == ["Done."]


# when and next, which every step has


async def test_a_step_whose_condition_does_not_hold_is_passed_over_to_the_step_below() -> None:
    steps = ({"type": "say", "name": "rich", "message": "Rich!", "when": "amount > 10", "next": "end"}, DONE)

    assert await Run(*steps).go() == ["Done."]
    assert await Run(*steps).go(amount=50) == ["Rich!"]


# collect


async def test_collect_asks_with_the_slots_prompt_and_offers_its_choices() -> None:
    run = Run(
        {"type": "collect", "name": "where", "slot": "city"},
        {"type": "collect", "name": "which", "slot": "kind", "message": "Which?"},
        language="es",
    )

    assert await run.go() == ["¿Qué ciudad?"]
    assert await run.go(city="Lima") == ["Which?"]
    assert run.tasks[-1]["options"] == [{"label": "Apple", "value": "a"}, {"label": "b", "value": "b"}]


async def test_collect_has_options_of_its_own() -> None:
    options = [{"label": "Ten", "value": 10}, {"label": "Stop", "command": {"type": "cancel_flow"}}]
    run = Run({"type": "collect", "name": "ask", "slot": "amount", "message": "How much?", "options": options})

    await run.go()

    assert run.tasks[0]["options"] == [
        {"label": "Ten", "value": 10},
        {"label": "Stop", "value": "Stop", "command": {"type": "cancel_flow"}},
    ]


async def test_collect_asks_again_in_other_words() -> None:
    run = Run({"type": "collect", "name": "ask", "slot": "name", "message": "Name?", "reask": "Your name, please?"})

    assert await run.go() == ["Name?"]
    assert await run.go() == ["Your name, please?"]


@pytest.mark.parametrize(("on_invalid", "said", "signal"), [("done", ["Done."], None), (None, [], {"type": "cancel"})])
async def test_collect_gives_up_after_its_attempts(on_invalid: str | None, said: list[str], signal: Any) -> None:
    step = {"type": "collect", "name": "ask", "slot": "name", "message": "Name?", "max_attempts": 2}
    run = Run(step | ({"on_invalid": on_invalid} if on_invalid else {}), {**DONE, "name": "between"}, DONE)
    await run.go()
    run.note(refused=1)
    assert await run.go() == ["Name?"]
    run.note(refused=2)

    assert await run.go() == said
    assert run.signal == signal


async def test_collect_can_ask_even_if_it_knows() -> None:
    run = Run({"type": "collect", "name": "ask", "slot": "name", "message": "Name?", "always_ask": True}, DONE)

    assert await run.go(name="Ana") == ["Name?"]
    assert await run.go() == ["Name?"]
    assert await run.go(name="Bea") == ["Done."]


# confirm


async def test_confirm_passes_only_when_affirmed() -> None:
    run = Run({"type": "confirm", "name": "sure", "message": "Send {amount}?", "slot": "agreed"}, DONE)

    assert await run.go(amount=5) == ["Send 5?"]
    assert [option["label"] for option in run.tasks[0]["options"]] == ["Yes", "No"]
    assert await run.go() == ["Send 5?"]
    run.affirm()
    assert await run.go() == ["Done."]
    assert run.state["slots"]["agreed"] is True


async def test_an_affirmation_of_other_values_does_not_count() -> None:
    run = Run({"type": "confirm", "name": "sure", "message": "Send {amount}?"}, DONE)
    await run.go(amount=5)
    run.affirm()

    assert await run.go(amount=500) == ["Send 500?"]
    run.affirm()
    assert await run.go() == ["Done."]


async def test_even_if_the_text_does_not_show_what_changed() -> None:
    run = Run({"type": "confirm", "name": "sure", "message": "Proceed?"}, DONE)
    await run.go(amount=5)
    run.affirm()

    assert await run.go(amount=500) == ["Proceed?"]


async def test_a_denial_leads_where_the_author_says_and_empties_the_slot_it_jumps_back_to() -> None:
    run = Run(
        {"type": "collect", "name": "ask", "slot": "amount", "message": "How much?"},
        {"type": "confirm", "name": "sure", "message": "Send {amount}?", "on_deny": "ask", "slot": "agreed"},
        DONE,
    )
    await run.go(amount=5)
    run.note(answer="denied")

    assert await run.go() == ["How much?"]
    assert run.state["slots"]["agreed"] is False
    assert await run.go(amount=6) == ["Send 6?"]


async def test_a_denial_without_a_way_cancels() -> None:
    run = Run({"type": "confirm", "name": "sure", "message": "Sure?"}, DONE)
    await run.go()
    run.note(answer="denied")

    assert await run.go() == []
    assert run.signal == {"type": "cancel"}


# action


ACTION = {
    "type": "action",
    "name": "pay",
    "call": "pay",
    "inputs": {"total": "amount * 2"},
    "outputs": {"id": "name"},
    "timeout": 5,
    "retry": 2,
}


async def test_an_action_gets_its_inputs_and_fills_its_outputs() -> None:
    actions = PretendedActions({"pay": ActionOutcome({"id": "T1", "other": 5, "message": "Paid."})})
    run = Run(ACTION, DONE, actions=actions)

    assert await run.go(amount=5) == ["Paid.", "Done."]
    (call,) = actions.calls
    assert (call.name, call.inputs, call.timeout, call.retries) == ("pay", {"total": 10.0}, 5, 2)
    assert run.state["slots"]["name"] == "T1"


async def test_a_failed_action_stops_its_flow() -> None:
    run = Run(ACTION, DONE, actions=PretendedActions({"pay": ActionOutcome(error_type="failed", error="no money")}))

    assert await run.go(amount=5) == []
    failed = {"type": "failed", "reason": "failed: no money", "error_type": "failed", "tells_values": True}
    assert run.signal == failed


async def test_or_leads_where_the_author_says_and_its_error_can_be_asked_about() -> None:
    run = Run(
        {**ACTION, "on_error": "why"},
        DONE,
        {
            "type": "branch",
            "name": "why",
            "default": {"next": "end"},
            "cases": [{"when": "error.type == 'unknown'", "next": "perhaps"}],
        },
        {"type": "say", "name": "perhaps", "message": "Perhaps."},
        actions=PretendedActions({"pay": ActionOutcome(error_type="unknown", error="timed out")}),
    )

    assert await run.go(amount=5) == ["Perhaps."]


@pytest.mark.parametrize("result", [{"id": {}}, {"id": ["x"]}])
async def test_a_result_that_its_slot_refuses_is_a_failure(result: dict[str, Any]) -> None:
    run = Run(ACTION, DONE, actions=PretendedActions({"pay": ActionOutcome(result)}))

    assert await run.go(amount=5) == []
    assert run.signal["type"] == "failed"


async def test_an_input_that_cannot_be_computed_is_a_failure_and_nothing_is_called() -> None:
    actions = PretendedActions()
    run = Run(
        {**ACTION, "on_error": "sorry"}, DONE, {"type": "say", "name": "sorry", "message": "Sorry."}, actions=actions
    )

    assert await run.go() == ["Sorry."]
    assert actions.calls == []


# set


async def test_set_computes_from_the_values_before_it_and_clears() -> None:
    values = {"count": "count + 3", "amount": "count * 1.5"}
    run = Run({"type": "set", "name": "compute", "values": values, "clear": ["name"]}, DONE)

    assert await run.go(name="Ana", count=2) == ["Done."]
    assert (run.state["slots"]["count"], run.state["slots"]["amount"], run.state["slots"]["name"]) == (5, 3.0, None)


@pytest.mark.parametrize("values", [{"count": "1 / 0"}, {"count": "2.5 + 1.0"}, {"amount": "amount + 1"}])
async def test_a_set_that_fails_or_is_refused_stops_the_flow(values: dict[str, str]) -> None:
    run = Run({"type": "set", "name": "compute", "values": values}, DONE)

    assert await run.go() == []
    assert run.signal["type"] == "failed"
    assert run.state["slots"].get("count") is None


# branch


BRANCH = {
    "type": "branch",
    "name": "size",
    "cases": [
        {"when": "amount > 1000", "steps": [{"type": "say", "name": "huge", "message": "Huge."}]},
        {
            "when": "amount > 100",
            "steps": [
                {"type": "say", "name": "big", "message": "Big."},
                {"type": "say", "name": "very", "message": "Very."},
            ],
        },
        {"when": "amount < 0", "next": "negative"},
    ],
    "default": {"steps": [{"type": "say", "name": "small", "message": "Small."}]},
}
NEGATIVE = {"type": "say", "name": "negative", "message": "Negative."}


@pytest.mark.parametrize(
    ("amount", "said"),
    [
        (5000, ["Huge.", "Done.", "Negative."]),
        (500, ["Big.", "Very.", "Done.", "Negative."]),
        (5, ["Small.", "Done.", "Negative."]),
        (-5, ["Negative."]),
        (None, ["Small.", "Done.", "Negative."]),
    ],
)
async def test_cases_exclude_each_other_and_rejoin_behind_the_branch(amount: float | None, said: list[str]) -> None:
    assert await Run(BRANCH, DONE, NEGATIVE).go(amount=amount) == said


async def test_a_branch_by_value_and_one_whose_next_is_set() -> None:
    cases = [{"value": "Apple", "steps": [{"type": "say", "name": "apple", "message": "An apple."}]}]
    run = Run({"type": "branch", "name": "which", "slot": "kind", "cases": cases, "next": "done"}, NEGATIVE, DONE)

    assert await run.go(kind="a") == ["An apple.", "Done."]
    assert await Run({"type": "branch", "name": "which", "slot": "kind", "cases": cases}, DONE).go(kind="b") == [
        "Done."
    ]


async def test_branches_in_branches_rejoin() -> None:
    inner = {
        "type": "branch",
        "name": "inner",
        "cases": [{"when": "count > 1", "steps": [{"type": "say", "name": "two", "message": "Two."}]}],
    }
    outer = {
        "type": "branch",
        "name": "outer",
        "cases": [{"when": "count > 0", "steps": [inner, {"type": "say", "name": "one", "message": "One."}]}],
    }

    assert await Run(outer, DONE).go(count=2) == ["Two.", "One.", "Done."]
    assert await Run(outer, DONE).go(count=1) == ["One.", "Done."]
    assert await Run(outer, DONE).go(count=0) == ["Done."]


async def test_a_branch_that_rejoins_at_an_earlier_question_asks_it_again() -> None:
    small = {"type": "say", "name": "small", "message": "Too small."}
    run = Run(
        {"type": "collect", "name": "ask", "slot": "count", "message": "How many?"},
        {"type": "branch", "name": "check", "cases": [{"when": "count < 10", "steps": [small]}],
         "default": {"next": "done"}, "next": "ask"},
        DONE,
    )  # fmt: skip

    assert await run.go() == ["How many?"]
    assert await run.go(count=5) == ["Too small.", "How many?"]
    assert await run.go(count=50) == ["Done."]


async def test_braces_in_a_choice_are_braces() -> None:
    definition = {
        "name": "flow",
        "slots": [{"name": "odd", "type": "choice", "choices": [{"value": "a{"}]}],
        "steps": [{"type": "collect", "name": "ask", "slot": "odd", "message": "Which?"}],
    }
    flow = compile_flow(FlowDefinition.model_validate(definition))

    tasks = [
        update["_pending_task"]
        async for _, update in SubgraphExecutor(runtime_context()).execute(flow, flow_state("ask"))
    ]

    assert tasks[0]["options"] == [{"label": "a{", "value": "a{"}]


# while


LOOP = {
    "type": "while",
    "name": "more",
    "condition": "size(items) < 3",
    "max_iterations": 5,
    "steps": [
        {"type": "collect", "name": "item", "slot": "name", "message": "Next item?"},
        {"type": "set", "name": "add", "values": {"items": "items + [name]"}},
    ],
}


async def test_a_loop_asks_anew_in_each_round() -> None:
    run = Run(LOOP, {"type": "say", "name": "list", "message": "{items|join:', '}"})

    assert await run.go(items=[]) == ["Next item?"]
    assert await run.go(name="a") == ["Next item?"]
    assert await run.go(name="b") == ["Next item?"]
    assert await run.go(name="c") == ["a, b, c"]


async def test_a_loop_ends_at_its_limit_and_can_be_entered_again() -> None:
    count = {"type": "set", "name": "increase", "values": {"count": "count + 1"}}
    loop = {"type": "while", "name": "again", "condition": "true", "max_iterations": 4, "steps": [count]}
    run = Run(
        {"type": "set", "name": "start", "values": {"count": "0"}},
        loop,
        {**LOOP, "name": "other", "condition": "count < 0"},
        {"type": "say", "name": "shown", "message": "{count}", "next": "back"},
        {"type": "branch", "name": "back", "cases": [{"when": "count < 8", "next": "again"}]},
    )

    assert await run.go(items=[]) == ["4", "8"]


async def test_a_jump_out_of_a_loop_works() -> None:
    steps = [
        {"type": "collect", "name": "item", "slot": "name", "message": "Next?"},
        {"type": "branch", "name": "stop", "cases": [{"when": "name == 'stop'", "next": "done"}]},
    ]
    run = Run({"type": "while", "name": "loop", "condition": "true", "steps": steps}, DONE)

    assert await run.go() == ["Next?"]
    assert await run.go(name="x") == ["Next?"]
    assert await run.go(name="stop") == ["Done."]


async def test_a_loop_that_was_left_by_a_jump_begins_anew() -> None:
    leave = {"type": "branch", "name": "leave", "cases": [{"when": "name == 'out'", "next": "outside"}]}
    ask = {"type": "collect", "name": "item", "slot": "name", "message": "Next?"}
    run = Run(
        {
            "type": "while",
            "name": "loop",
            "condition": "true",
            "max_iterations": 2,
            "steps": [ask, leave],
            "next": "end",
        },
        {"type": "say", "name": "outside", "message": "Outside.", "next": "loop"},
    )
    await run.go()

    assert await run.go(name="out") == ["Outside.", "Next?"]
    assert await run.go(name="x") == ["Next?"]
    assert await run.go(name="x") == []


async def test_a_loop_that_has_begun_is_not_passed_over_any_more() -> None:
    ask = {"type": "collect", "name": "item", "slot": "name", "message": "Next?"}
    run = Run(
        {"type": "while", "name": "loop", "condition": "size(items) < 2", "when": "amount == null", "next": "done",
         "steps": [ask, {"type": "set", "name": "add", "values": {"items": "items + [name]", "amount": "1.0"}}]},
        {"type": "say", "name": "below", "message": "Below."},
        DONE,
    )  # fmt: skip

    assert await run.go(items=[]) == ["Next?"]
    assert await run.go(name="a") == ["Next?"]
    assert await run.go(name="b") == ["Done."]


# call, link, generate, handoff


async def test_call_asks_for_the_other_flow_and_stands_there_until_that_returns() -> None:
    run = Run(
        {"type": "call", "name": "sub", "flow": "other", "inputs": {"x": "count + 1"}, "outputs": {"y": "name"}}, DONE
    )

    assert await run.go(count=1) == []
    assert run.signal is not None
    called_at = run.signal.pop("called_at")
    assert run.signal == {"type": "call", "flow": "other", "inputs": {"x": 2}, "returns": {"y": "name"}}
    assert (called_at["step"], called_at["path"]) == ("sub", "")
    assert run.state["step"] == "sub"


async def test_link_ends_the_flow() -> None:
    run = Run({"type": "link", "name": "on", "flow": "other", "inputs": {"x": "name"}}, DONE)

    assert await run.go(name="Ana") == []
    assert run.signal == {"type": "link", "flow": "other", "inputs": {"x": "Ana"}}
    assert run.state["step"] is None


@pytest.mark.parametrize(("written", "said"), [("A poem.", "A poem."), (None, "No poem.")])
async def test_generate_says_what_was_written_or_its_fallback(written: str | None, said: str) -> None:
    step = {
        "type": "generate",
        "name": "poem",
        "instruction": "A poem for {name}.",
        "context": ["count"],
        "fallback": "No poem.",
    }
    writer = PretendedWriter(written)

    assert await Run(step, DONE, text_generator=writer).go(name="Ana", count=2, amount=5) == [said, "Done."]
    assert writer.seen == [("A poem for Ana.", {"count": 2})]
    kept = Run({**step, "slot": "city"}, DONE, text_generator=writer)
    assert await kept.go(name="Ana") == ["Done."]
    assert kept.state["slots"]["city"] == said


PIN = {"name": "pin", "sensitive": True}
SECRET = "7391"


def run_with_a_pin(*steps: dict[str, Any], slots: list[dict[str, Any]] | None = None, **context: Any) -> Run:
    return Run(*steps, slots=[*SLOTS, PIN, *(slots or ())], **context)


@pytest.mark.parametrize(
    "step",
    [
        {"type": "say", "message": "{pin}"},
        {"type": "say", "message": "Which?", "options": [{"label": "Use {pin}"}]},
        {"type": "say", "message": "{error}"},
        {"type": "confirm", "message": "Sure?", "options": [{"label": {"en": "Use {pin}"}}]},
        {"type": "collect", "slot": "name", "message": "Which?", "options": [{"label": "Use {pin}"}]},
        {"type": "collect", "slot": "city", "reask": "Not {pin}?"},
        {"type": "collect", "slot": "prompted"},
        {"type": "collect", "slot": "labelled"},
        {"type": "handoff", "message": "They know {pin}."},
        {"type": "generate", "instruction": "Write.", "fallback": "It is {pin}."},
        {"type": "generate", "instruction": "Write.", "context": ["pin"], "fallback": "No."},
        {"type": "generate", "instruction": "Write of {pin}.", "fallback": "No."},
    ],
)
async def test_what_shows_a_sensitive_slot_is_marked(step: dict[str, Any]) -> None:
    more: list[dict[str, Any]] = [
        {"name": "prompted", "prompt": "And {pin}?"},
        {"name": "labelled", "type": "choice", "choices": [{"value": "a", "label": "As {pin}"}]},
    ]
    run = run_with_a_pin({**step, "name": "shows"}, slots=more)

    assert await run.go(pin=SECRET)
    assert run.tasks[0]["sensitive"] is True


async def test_what_shows_none_is_not_marked() -> None:
    run = run_with_a_pin(
        {"type": "say", "name": "hi", "message": "Hello, {name}."},
        {"type": "handoff", "name": "person", "message": "One moment, {name}."},
    )
    without_secrets = Run({"type": "say", "name": "failed", "message": "{error}"})

    assert await run.go(pin=SECRET, name="Ana") == ["Hello, Ana.", "One moment, Ana."]
    assert await without_secrets.go()
    assert not any("sensitive" in task for task in (*run.tasks, *without_secrets.tasks))


async def test_a_language_model_sees_sensitive_values_masked() -> None:
    writer = PretendedWriter()
    step = {
        "type": "generate",
        "name": "poem",
        "instruction": "For {name}, of {pin} and {error}.",
        "context": ["pin", "count"],
        "fallback": "None of {pin}.",
    }

    said = await run_with_a_pin(step, text_generator=writer).go(pin=SECRET, name="Ana", count=2, error={"x": SECRET})

    assert writer.seen == [(f"For Ana, of {MASK} and {MASK}.", {"pin": MASK, "count": 2})]
    assert said == [f"None of {SECRET}."]


async def test_handoff_says_so_and_goes_on_behind_when_handed_back() -> None:
    run = Run({"type": "handoff", "name": "person", "message": "One moment.", "queue": "loans"}, DONE)

    assert await run.go() == ["One moment."]
    assert run.signal == {"type": "handoff", "queue": "loans"}
    assert await run.go() == ["Done."]
