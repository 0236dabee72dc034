"""A user who does anything at all."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from conversations_app.flow_tests import BotUnderTest
from flows_app.engine import (
    Commands,
)
from flows_app.flow_language import (
    ActionStep,
    ActionStub,
    CollectStep,
    FlowDefinition,
    SlotDefinition,
)
from flows_app.flow_language.flow_tests import StubOutcome
from tests.dialogue.watched_conversation import Button, WatchedConversation, takes

TEXTS = (
    *("yes", "no", "ok", "50", "0", "Ana", "Ana García", "1234", "savings", "Lisbon", "tea", "2026-07-01"),
    *("", "   ", "{amount}", "{{ x }}", "¿Qué? 👋", "x" * 3_000, "none", "cancel", "help me"),
)
VALUES: tuple[Any, ...] = (
    *(0, 1, 2, 3, 4, 5, 50, 60, 1500, -1, 10**9, 2**60, 1.5, 0.1 + 0.2, 1e300, True, False, None),
    *("", " ", "0", "1", "4", "50", "60,5", "Ana", "Ana  García", "Eva Luna", "1234", "12345", "yes", "no", "false"),
    *("current", "Savings", "main", "debit", "tea", "chai", "Lisboa", "Rome", "today", "tomorrow", "Lisbon"),
    *("2026-07-01", "2026-08-01", "2020-01-01", "2026-07-01T10:00", "17:30", "ana@example.org", "+34 600 000 000"),
    *("ab", "abc-1", "xyz-2", "ß", "ŉ x", "{to}", "x" * 5_000, "x" * 9_000, "\u2028", "null"),
    *([], [1], ["a", "b"], [[]], {}, {"key": 1}, {"a": {"b": [None]}}, [True, 0, ""]),
)
PLAIN: tuple[dict[str, Any], ...] = tuple(
    {"type": name}
    for name in ("affirm", "deny", "cancel_flow", "clarify", "chitchat", "handoff", "out_of_scope")
    # What is rare in life is drawn less often.
    for _ in range({"affirm": 4, "deny": 2}.get(name, 1))
)

MOSTLY = st.sampled_from((True, True, False))


@dataclass(frozen=True)
class Repertoire:
    """What can be said to a bot that means something to it, and what doesn't."""

    bot: BotUnderTest

    @cached_property
    def slots(self) -> dict[str, list[SlotDefinition]]:
        """By name: flows may have slots of the same name."""
        found: dict[str, list[SlotDefinition]] = {}
        for definition in self.bot.flows:
            for slot in (*definition.slots, *definition.bot_slots):
                found.setdefault(slot.name, []).append(slot)
        return found

    @cached_property
    def flows(self) -> list[str]:
        return [definition.name for definition in self.bot.flows]

    @cached_property
    def fitting(self) -> dict[str, list[Any]]:
        """Values that each slot takes, in whatever form."""
        return {name: [value for slot in slots for value in _taken(slot)] for name, slots in self.slots.items()}

    def values(self, slot: str) -> st.SearchStrategy[Any]:
        fitting = self.fitting.get(slot)
        return st.sampled_from(fitting) | st.sampled_from(VALUES) if fitting else st.sampled_from(VALUES)

    @cached_property
    def commands(self) -> st.SearchStrategy[dict[str, Any]]:
        plain = st.sampled_from(PLAIN)
        starting = st.builds(_start, st.sampled_from([*self.flows, "no_such_flow"]))
        if not self.slots:
            return plain | starting
        names = st.sampled_from([*self.slots, "no_such_slot"])
        filling = names.flatmap(
            lambda name: st.builds(
                _fill, st.sampled_from(("set_slot", "correct_slot")), st.just(name), self.values(name)
            )
        )
        emptying = st.builds(
            lambda kind, name: {"type": kind, "slot": name}, st.sampled_from(("clear_slot", "deny")), names
        )
        return plain | starting | filling | filling | emptying

    @cached_property
    def fillings(self) -> st.SearchStrategy[Commands]:
        """A flow, and good values for most of its slots, in one message: it gets far at once."""
        return st.sampled_from(list(self.bot.flows)).flatmap(self._started_with_values)

    def _started_with_values(self, definition: FlowDefinition) -> st.SearchStrategy[Commands]:
        asked = [step.slot for step in definition.all_steps() if isinstance(step, CollectStep)]
        good = [slot for slot in dict.fromkeys(asked) if self.fitting.get(slot)]
        values = {slot: st.sampled_from(self.fitting[slot]) for slot in good}
        given = st.fixed_dictionaries(values) | st.fixed_dictionaries({}, optional=values)
        return given.map(
            lambda values: [
                _start(definition.name),
                *(_fill("set_slot", slot, value) for slot, value in values.items()),
            ]
        )

    def corrections(self, filled: Sequence[str]) -> st.SearchStrategy[dict[str, Any]]:
        """Rather of what actions take, and of few values, so that one comes back that was there before."""
        taken = {name for action in self.bot.actions.values() for name in action.inputs}
        names = st.sampled_from([name for name in filled if name in taken] or filled) | st.sampled_from(filled)
        return names.flatmap(
            lambda slot: st.sampled_from(self.fitting[slot][:3]).map(partial(_fill, "correct_slot", slot))
        )

    @cached_property
    def calls(self) -> dict[str, ActionStep]:
        """The actions that flows call, each with a step that does."""
        steps = (step for flow in self.bot.flows for step in flow.all_steps())
        return {step.call: step for step in steps if isinstance(step, ActionStep)}

    @cached_property
    def stubs(self) -> st.SearchStrategy[dict[str, ActionStub]]:
        """For each action, how its calls end, one after the other."""
        return st.fixed_dictionaries({name: self._stub(step) for name, step in self.calls.items()})

    def _stub(self, step: ActionStep) -> st.SearchStrategy[ActionStub]:
        results = st.fixed_dictionaries({key: self.values(slot) for key, slot in step.outputs.items()})
        spoken = st.builds(lambda result: {**result, "message": "Done {x}."}, results)
        good = st.builds(lambda result: StubOutcome(returns=result), results | spoken)
        bad = st.sampled_from((StubOutcome(fails="busy"), StubOutcome(unknown=True), StubOutcome()))
        fitting = {key: self.fitting[slot] for key, slot in step.outputs.items() if self.fitting.get(slot)}
        best = st.fixed_dictionaries({key: st.sampled_from(values) for key, values in fitting.items()})
        several = st.lists(good | good | bad, min_size=1, max_size=4)
        well = best.map(lambda result: ActionStub(returns=result))
        return well | well | several.map(lambda ends: ActionStub(outcomes=tuple(ends)))


def _taken(slot: SlotDefinition) -> list[Any]:
    pool = (*VALUES, *(choice.value for choice in slot.choices))
    return [value for value in pool if value is not None and takes(slot, value)]


def _start(flow: str) -> dict[str, Any]:
    return {"type": "start_flow", "flow": flow}


def _fill(kind: str, slot: str, value: Any) -> dict[str, Any]:
    return {"type": kind, "slot": slot, "value": value}


def of_machine(choose: Any) -> st.SearchStrategy[Any]:
    """A strategy that depends on how the conversation stands."""
    return st.runner().flatmap(choose)


class AnyUser(RuleBasedStateMachine):
    """Says and presses anything, in any order; the conversation itself fails if something is not as it must be."""

    def __init__(self, repertoire: Repertoire):
        super().__init__()
        self.repertoire = repertoire
        self.talk: WatchedConversation | None = None
        # What would undo the last correction.
        self.corrected: dict[str, Any] | None = None

    @initialize(stubs=of_machine(lambda machine: machine.repertoire.stubs), language=st.sampled_from(("en", "es")))
    def begin(self, stubs: dict[str, ActionStub], language: str) -> None:
        self.meet(stubs, language)

    def meet(self, stubs: Mapping[str, ActionStub], language: str) -> None:
        self.talk = WatchedConversation(self.repertoire.bot, stubs, language=language)

    def teardown(self) -> None:
        if self.talk:
            self.talk.__exit__(None, None, None)

    @property
    def conversation(self) -> WatchedConversation:
        assert self.talk
        return self.talk

    @property
    def task(self) -> Mapping[str, Any]:
        return self.conversation.state.get("_pending_task") or {}

    @property
    def filled(self) -> dict[str, Any]:
        """Slots that hold something, of any flow under way."""
        scopes = self.conversation.state.get("flow_slots", {}).values()
        held = {name: value for slots in scopes for name, value in slots.items() if value is not None}
        return {name: held[name] for name in sorted(held) if self.repertoire.fitting.get(name)}

    @property
    def buttons(self) -> list[Button]:
        """Every one that was ever shown, the newest first: hypothesis prefers the first."""
        replies = reversed(self.conversation.transcript.replies)
        return [(reply, option) for reply in replies for option in reply.message.options]

    @rule(text=st.sampled_from(TEXTS))
    def says(self, text: str) -> None:
        self.conversation.send(text)

    @rule(commands=of_machine(lambda machine: st.lists(machine.repertoire.commands, min_size=1, max_size=4)))
    def means(self, commands: Commands) -> None:
        self.conversation.send("…", commands)

    @precondition(lambda machine: machine.task)
    @rule()
    def means_nothing(self) -> None:
        self.conversation.send("…", [])

    @rule(commands=of_machine(lambda machine: machine.repertoire.fillings), agrees=MOSTLY)
    def wants(self, commands: Commands, agrees: bool) -> None:
        self._mean_and_agree(commands, agrees)

    @precondition(lambda machine: machine.task.get("type") == "collect")
    @rule(value=of_machine(lambda machine: machine.repertoire.values(machine.task["slot"])))
    def answers(self, value: Any) -> None:
        self.conversation.answer(value)

    @precondition(lambda machine: machine.task.get("type") in ("confirm", "inform"))
    @rule()
    def agrees(self) -> None:
        self.conversation.send("…", [{"type": "affirm"}])

    @precondition(lambda machine: machine.filled)
    @rule(command=of_machine(lambda machine: machine.repertoire.corrections([*machine.filled])), agrees=MOSTLY)
    def corrects(self, command: dict[str, Any], agrees: bool) -> None:
        self.corrected = {**command, "value": self.filled[command["slot"]]}
        self._mean_and_agree([command], agrees)

    @precondition(lambda machine: machine.corrected)
    @rule(agrees=MOSTLY)
    def takes_back(self, agrees: bool) -> None:
        assert self.corrected
        self._mean_and_agree([self.corrected], agrees)

    def _mean_and_agree(self, commands: Commands, agrees: bool) -> None:
        """With a “yes” to the question that comes of it: what lies behind one is reached more often than by chance."""
        self.conversation.send("…", commands)
        if agrees and self.task.get("type") in ("confirm", "inform"):
            self.conversation.send("…", [{"type": "affirm"}])

    @precondition(lambda machine: machine.buttons)
    @rule(place=of_machine(lambda machine: st.integers(0, len(machine.buttons) - 1)))
    def presses(self, place: int) -> None:
        self.conversation.press_this(self.buttons[place])

    @precondition(lambda machine: machine.conversation.status == "handed_off")
    @rule()
    def is_handed_back(self) -> None:
        self.conversation.let_happen("handed_back")

    @precondition(lambda machine: machine.conversation.status == "waiting")
    @rule()
    def was_away(self) -> None:
        self.conversation.let_happen("session_expired")
