from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from conversations_app.dialogue.handlers.base import pattern
from conversations_app.dialogue.handlers.open_question import is_unseen_answer, open_task
from flows_app.engine import DialogueState, RuntimeContext
from flows_app.engine.deltas import FlowDelta, apply, merge_deltas
from flows_app.engine.operations import CommandHandling
from flows_app.engine.outcomes import Outcome, Saying

Handled = tuple[dict[str, Any], CommandHandling]


@dataclass(frozen=True)
class Processed:
    """Result of the commands of a message, or of a part of it."""

    outcome: Outcome
    # Whether any of them meant something.
    heard: bool
    # Whether there was a yes or no that a flow has to act on.
    answered: bool


class CommandProcessor:
    """Hands each command to its handler, in order; each sees what the ones before it did."""

    def __init__(self, handlers: Sequence[CommandHandling]):
        self._handlers = handlers

    def parts(self, commands: Sequence[dict[str, Any]]) -> list[list[Handled]]:
        """A message in parts, each of which turns to something else: “yes, and what is my balance?”"""
        handled = [(command, handler) for command in commands if (handler := self._handler(command))]
        parts: list[list[Handled]] = [[]]
        for command, handler in _without_contradictions(handled):
            if handler.turns_away:
                parts.append([])
            parts[-1].append((command, handler))
        return parts

    async def process(self, part: Sequence[Handled], state: DialogueState, context: RuntimeContext) -> Processed:
        deltas: list[FlowDelta] = []
        says: list[Saying] = []
        handed_off, heard, answered = None, False, False
        of_unstarted_flow: frozenset[str] = frozenset()
        values: list[Outcome] = []
        confirms = _confirmation_is_open(state, context)
        for command, handler in _in_order(part, confirms=confirms):
            if handler.touches_slots and command.get("slot") in of_unstarted_flow:
                continue
            if handler.answers and confirms and not _counts(command, values):
                continue
            if await is_unseen_answer(command, handler, state, context):
                outcome = Outcome(says=(pattern(context, "not_seen"),))
            else:
                outcome = await handler.handle(command, state, context)
            heard = heard or not outcome.ignored
            answered = answered or (handler.answers and outcome.delta != FlowDelta())
            of_unstarted_flow |= outcome.slots_of_unstarted_flow
            if handler.touches_slots and not outcome.ignored:
                values.append(outcome)
            handed_off = handed_off if outcome.handed_off is None else outcome.handed_off
            state = apply(state, outcome.delta)
            deltas.append(outcome.delta)
            says.extend(said for said in outcome.says if said not in says)
        return Processed(Outcome(merge_deltas(deltas), tuple(says), handed_off), heard, answered)

    def _handler(self, command: dict[str, Any]) -> CommandHandling | None:
        return next((handler for handler in self._handlers if handler.can_handle(command)), None)


def _without_contradictions(handled: Sequence[Handled]) -> list[Handled]:
    """A question or a wish to stop is no answer; nor is a no followed by a yes. A last “no” counts."""
    answers = [command["type"] for command, handler in handled if handler.answers]
    left_open = any(handler.leaves_question_open for _, handler in handled)
    undecided = left_open or (len(set(answers)) > 1 and answers[-1] != "deny")
    counting = () if undecided else answers[-1:]
    return [pair for pair in handled if not pair[1].answers or pair[0]["type"] in counting]


def _in_order(part: Sequence[Handled], *, confirms: bool) -> list[Handled]:
    """At a confirmation values come before a yes or no; elsewhere the answer does: its question is still open."""
    if not any(handler.touches_slots for _, handler in part):
        return list(part)
    answers = [pair for pair in part if pair[1].answers]
    rest = [pair for pair in part if not pair[1].answers]
    return [*rest, *answers] if confirms else [*answers, *rest]


def _counts(command: dict[str, Any], values: Sequence[Outcome]) -> bool:
    """Whether a yes or no at a confirmation means that, beside values in the same message: a “no” was about them, and
    a “yes” was not said to values that have changed, or were to be."""
    return not values or (command["type"] == "affirm" and all(outcome == Outcome() for outcome in values))


def _confirmation_is_open(state: DialogueState, context: RuntimeContext) -> bool:
    task = open_task(state, context)
    return task is not None and task["type"] == "confirm"
