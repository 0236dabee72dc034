from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from conversations_app.concurrency import event_loop
from conversations_app.understanding.evaluating.examples import Answer, Measured, measure
from conversations_app.understanding.language_model import DSPyProvider, LanguageModelSettings
from conversations_app.understanding.language_model.inputs import may_be_told
from conversations_app.understanding.marked.message import MarkedMessage
from conversations_app.understanding.optimising.failing import OptimisingFailed
from conversations_app.understanding.optimising.plan import Plan
from flows_app.engine import DialogueContext, Understanding

# A wrong answer, not a fault of the line.
_OF_THE_MODEL = "malformed_output"


@dataclass(frozen=True)
class Outcome:
    states: Mapping[str, Any]
    before: Measured
    after: Measured


class _Nobody:
    """Provider that understands nothing: messages that the language model leaves open stay open."""

    async def understand(self, message: str, context: DialogueContext) -> Understanding:
        return Understanding([], provider="nobody")


def may_learn(messages: Sequence[MarkedMessage]) -> list[MarkedMessage]:
    """Without those that no language model is ever sent, because the bot has asked for a secret."""
    return [message for message in messages if may_be_told(message.text, message.context)]


def optimise(
    train: Sequence[MarkedMessage],
    held_out: Sequence[MarkedMessage],
    settings: LanguageModelSettings,
    plan: Plan,
    *,
    in_use: Mapping[str, Any] | None,
    tell: Callable[[str], None],
    bar: Callable[[str, int], Callable[[], Any]],
) -> Outcome:
    """A new program, and what it is worth beside the one in use. Raises OptimisingFailed; stores nothing."""
    from conversations_app.understanding.optimising.compiling import compile_programs

    before = _measured(held_out, settings, in_use, bar("in use", len(held_out)))
    states = compile_programs(train, settings, plan, tell)
    after = _measured(held_out, settings, states, bar("new", len(held_out)))
    return Outcome(states, before, after)


def _measured(
    messages: Sequence[MarkedMessage],
    settings: LanguageModelSettings,
    states: Mapping[str, Any] | None,
    after_each: Callable[[], Any],
) -> Measured:
    from conversations_app.understanding.optimising.watched_lm import patient

    def check(answer: Answer) -> None:
        faults = [kind for kind in answer.errors if kind != _OF_THE_MODEL]
        if answer.fell_back and faults:
            raise OptimisingFailed(f"{settings.model} gave no answer: {faults[-1]}.")
        after_each()

    return event_loop.run(measure(DSPyProvider(patient(settings), _Nobody(), states), messages, check))
