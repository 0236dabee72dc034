"""How right a program was, for optimisers: of 1, and in words for those that read them."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import dspy
from dspy.teleprompt.gepa.gepa_utils import ScoreWithFeedback
from pydantic_core import to_jsonable_python

from conversations_app.understanding.evaluating.effects import effects, share
from conversations_app.understanding.evaluating.wording import in_a_line
from conversations_app.understanding.language_model.offered import keep_offered
from conversations_app.understanding.marked.message import MarkedMessage
from conversations_app.understanding.optimising.datasets import first_pass, second_pass
from flows_app.engine import Commands

Judge = Callable[[MarkedMessage, Any, Any], tuple[float, Commands, Commands]]


class Metric:
    """Judges predictions. Examples go through optimisers as what the program is given, and no more: which message one
    is of is looked up by that."""

    def __init__(self, examples: Sequence[tuple[Any, MarkedMessage]], judge: Judge):
        self._messages = {_key(example): message for example, message in examples}
        self._judge = judge

    def share(self, example: Any, prediction: Any, trace: Any = None) -> float:
        return self._judge(self._messages[_key(example)], example, prediction)[0]

    def with_feedback(
        self, gold: Any, pred: Any, trace: Any = None, pred_name: str | None = None, pred_trace: Any = None
    ) -> Any:
        """As GEPA calls it."""
        right, expected, came = self._judge(self._messages[_key(gold)], gold, pred)
        return ScoreWithFeedback(score=right, feedback=_feedback(right, expected, came))


def judge_understanding(
    message: MarkedMessage, _: Any, prediction: dspy.Prediction
) -> tuple[float, Commands, Commands]:
    kept, _dropped = keep_offered(prediction.commands.root, message.flows, message.context)
    expected, came = first_pass(message.commands, message), first_pass(kept, message)
    wanted, got = (effects(commands, message.context, message.flows) for commands in (expected, came))
    return share(wanted, got), expected, came


def judge_extraction(
    message: MarkedMessage, example: Any, prediction: dspy.Prediction
) -> tuple[float, Commands, Commands]:
    flow = example.flow["name"]
    start = {"type": "start_flow", "flow": flow}
    given = [{"type": "set_slot", **_plain(value)} for value in prediction.found.root]
    alone = replace(message.context, stack=())
    kept, _dropped = keep_offered([start, *given], {flow: message.flows[flow]}, alone)
    expected, came = second_pass(message, flow), kept[1:]
    wanted, got = (list(effects([start, *values], alone, message.flows))[1:] for values in (expected, came))
    return share(wanted, got), expected, came


def _plain(value: Any) -> dict[str, Any]:
    """Answers that are no value at all are dropped later."""
    given = value if isinstance(value, Mapping) else getattr(value, "__dict__", {})
    return dict(given)


def _feedback(right: float, expected: Commands, came: Commands) -> str:
    if right == 1:
        return "Right."
    return f"Expected: {in_a_line(expected)}.\nCame: {in_a_line(came)}."


def _key(example: Any) -> str:
    return json.dumps(example.inputs().toDict(), default=to_jsonable_python, sort_keys=True)
