"""Message with its context: everything that can be read from it, read when it is first asked for."""

from collections import OrderedDict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from threading import Lock
from typing import Any, Literal

from conversations_app.understanding.acts import ActReading, read_act
from conversations_app.understanding.choosing import Candidate, Choice, FlowChooser, choose
from conversations_app.understanding.embedded.cues import Cues, cues_in
from conversations_app.understanding.embedded.ranking import FOLLOWING, GREETED, LIKELY, STRONG, rank
from conversations_app.understanding.embedded.slot_filling import SlotFiller
from conversations_app.understanding.embedded.words import words_of
from conversations_app.understanding.encoders import Vectors, encoder
from conversations_app.understanding.values import FoundValue, MarkedExamples
from flows_app.engine import Commands, DialogueContext, FlowOnOffer, FlowsOnOffer
from flows_app.flow_language import SlotDefinition
from flows_app.slot_types import type_of

# From here on an act is one, whatever else the message could be.
SURE = 0.8
_LIKELY_ACT = 0.6
_MORE_THAN_A_GREETING = 3
# Questions about the bot's question have more than this in common with it, others less: tried on a dozen of each.
_ABOUT_THE_SAME = 0.35


class _RememberedExamples:
    """Cache of the marked examples of flows: the same objects come again with every message."""

    def __init__(self, most: int = 2_000):
        self._most = most
        # Holds the flow too: its id could be given to another object once it is gone.
        self._known: OrderedDict[int, tuple[FlowOnOffer, MarkedExamples]] = OrderedDict()
        self._lock = Lock()

    def of(self, flow: FlowOnOffer) -> MarkedExamples:
        with self._lock:
            known = self._known.get(id(flow))
            if known is None:
                known = self._known[id(flow)] = (flow, MarkedExamples(flow.triggers, flow.slots))
                if len(self._known) > self._most:
                    self._known.popitem(last=False)
            return known[1]


_examples = _RememberedExamples()


@dataclass(frozen=True)
class Situation:
    message: str
    context: DialogueContext
    flows: FlowsOnOffer
    chooser: FlowChooser
    threshold: float | None = None

    @cached_property
    def vector(self) -> Vectors:
        vector: Vectors = encoder().encode([self.message])[0]
        return vector

    @cached_property
    def act(self) -> ActReading:
        return read_act(self.message, language=self.context.read_in, expecting=self._expected, vector=self.vector)

    @cached_property
    def ranked(self) -> list[Candidate]:
        if self.greets_first:
            return rank(self.act.rest, None, self.chooser, self.flows, partial(self.values_for, text=self.act.rest))
        return rank(self.message, self.vector, self.chooser, self.flows, self.values_for)

    @cached_property
    def choice(self) -> Choice:
        return choose(self.ranked, self.threshold)

    @cached_property
    def is_about_the_question(self) -> bool:
        """Whether a question of the user's is about the one that the bot has asked."""
        question = self.context.question
        if question is None:
            return False
        asked = f"{question.prompt} {question.slot.description if question.slot else ''}"
        return float(encoder().encode([asked])[0] @ self.vector) >= _ABOUT_THE_SAME

    @cached_property
    def cues(self) -> Cues:
        return cues_in(self.message, self.context.read_in)

    def strong_flow_in(self, text: str) -> str | None:
        """Finds another flow than the active one by a part of the message, if it is certain."""
        ranked = [candidate for candidate in self.chooser.rank(text) if candidate.flow in self.flows]
        is_sure = bool(ranked) and ranked[0].confidence >= FOLLOWING
        return self.other_flow(choose(ranked, self.threshold)) if is_sure else None

    def with_what_follows(self) -> Commands:
        """An act, and the flow that it makes room for: “stop, block my card”."""
        following = self.flow_behind_the_act if self.act.act == "cancel" else None
        return [as_command(self.act.act), *(self.start(following, self.act.rest) if following else [])]

    @cached_property
    def flow_behind_the_act(self) -> str | None:
        """“yes, and what is my balance?”: one word, such as “tomorrow”, is hardly about anything."""
        return self.strong_flow_in(self.act.rest) if len(words_of(self.act.rest)) > 1 else None

    @property
    def likely_flow(self) -> str | None:
        """The best of those that the message could be about, though it is not clear that it is."""
        return self.ranked[0].flow if self._best >= LIKELY else None

    @property
    def is_strong(self) -> bool:
        """Whether the message is about a flow, whatever else it could be."""
        return self._best >= STRONG

    @property
    def follows_greeting(self) -> bool:
        """Whether it is about a flow, or only kind words."""
        return not self.greets_first or self._best >= GREETED

    @property
    def _best(self) -> float:
        return self.ranked[0].confidence if self.ranked else 0.0

    def is_act(self, *acts: str) -> bool:
        return self.act.act in acts and self.act.certainty >= SURE and not self.greets_first

    def may_be_act(self, *acts: str) -> bool:
        """Tells whether the message is likely one of these acts, for use where nothing speaks for anything else."""
        return self.act.act in acts and self.act.certainty >= _LIKELY_ACT

    @property
    def greets_first(self) -> bool:
        """“Hi there, could you…”: what follows counts."""
        return self.act.act == "chitchat" and len(words_of(self.act.rest)) >= _MORE_THAN_A_GREETING

    def other_flow(self, choice: Choice | None = None) -> str | None:
        """A flow that the message speaks of, and that is not the one being talked about."""
        flow = (choice or self.choice).flow
        return None if self.context.active and flow == self.context.active.name else flow

    def start(self, flow_name: str, text: str | None = None) -> Commands:
        """Gives the commands that start a flow, with all the values that the message holds for it."""
        return [{"type": "start_flow", "flow": flow_name}, *as_values(self.values_for(self.flows[flow_name], text))]

    def values_for(self, flow: FlowOnOffer, text: str | None = None) -> dict[str, FoundValue]:
        return self.filler(flow, text).fill({slot.name: slot for slot in flow.slots})

    def filler(self, flow: FlowOnOffer | None, text: str | None = None) -> SlotFiller:
        examples = _examples.of(flow) if flow else None
        return SlotFiller(text or self.message, self.context.read_in, self.context.now, examples)

    @property
    def active_filler(self) -> SlotFiller:
        active = self.context.active
        return self.filler(self.flows.get(active.name) if active else None)

    def empty_slots(self, but: str = "") -> dict[str, SlotDefinition]:
        """Lists the slots of the active flow that have no value yet."""
        active = self.context.active
        if active is None:
            return {}
        return {name: slot for name, slot in active.slots.items() if name not in active.values and name != but}

    @property
    def _expected(self) -> Literal["yes_or_no", "value", "nothing"]:
        question = self.context.question
        if question is None:
            return "nothing"
        asks_yes_or_no = question.type == "confirm" or (question.slot and type_of(question.slot).is_yes_or_no)
        return "yes_or_no" if asks_yes_or_no else "value"


def as_values(found: Mapping[str, FoundValue]) -> Commands:
    in_order = sorted(found.items(), key=lambda pair: pair[1].start)
    return [{"type": "set_slot", "slot": name, "value": value.value} for name, value in in_order]


def meaning_of(option: Mapping[str, Any]) -> dict[str, Any] | None:
    """The command of a quick reply; none if it has none, or one that only a press can carry."""
    command = option.get("command")
    return dict(command) if command and command["type"] != "jump_to" else None


ACTS: dict[str, str] = {
    "cancel": "cancel_flow",
    "clarify": "clarify",
    "chitchat": "chitchat",
    "handoff": "handoff",
    "affirm": "affirm",
    "deny": "deny",
}


def as_command(act: str | None) -> dict[str, Any]:
    return {"type": ACTS[act]} if act in ACTS else {"type": "out_of_scope"}


def command_types(commands: Iterable[Mapping[str, Any]]) -> list[str]:
    return [command["type"] for command in commands]
