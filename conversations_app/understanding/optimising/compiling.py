"""Both programs, made from marked messages. DSPy is known to this module and to what it imports."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import dspy
from pydantic_core import to_jsonable_python

from conversations_app.understanding.language_model.faults import explanation_of, kind_of
from conversations_app.understanding.language_model.lm import talking_to
from conversations_app.understanding.language_model.modules import programs_of
from conversations_app.understanding.language_model.reports import without_texts
from conversations_app.understanding.language_model.settings import LanguageModelSettings
from conversations_app.understanding.marked.message import MarkedMessage
from conversations_app.understanding.optimising.datasets import extraction_examples, understanding_examples
from conversations_app.understanding.optimising.failing import OptimisingFailed
from conversations_app.understanding.optimising.metrics import Metric, judge_extraction, judge_understanding
from conversations_app.understanding.optimising.optimisers import OPTIMISERS
from conversations_app.understanding.optimising.plan import Plan
from conversations_app.understanding.optimising.quietness import kept_quiet
from conversations_app.understanding.optimising.watched_lm import WatchedLM, patient, reflecting
from flows_app.plain_json import check_storable

# Fewer that start a flow teach nothing: then its program stays as it is delivered.
EXTRACTIONS_NEEDED = 4


def compile_programs(
    messages: Sequence[MarkedMessage], settings: LanguageModelSettings, plan: Plan, tell: Callable[[str], None]
) -> dict[str, Any]:
    """Their states, to be stored. Raises OptimisingFailed.

    It starts from the delivered programs: what an earlier run has learnt from may be among what this one is measured
    on.
    """
    delivered = programs_of(None)
    run = _Run(settings, plan)
    understanding = understanding_examples(messages)
    tell(f"Understanding, from {len(understanding)} examples")
    states = {"understanding": run.compiled(delivered.understanding, understanding, judge_understanding)}
    extraction = extraction_examples(messages)
    if len(extraction) < EXTRACTIONS_NEEDED:
        tell(f"Extraction stays as it is: only {len(extraction)} of them start a flow that has slots")
        return states
    tell(f"Extraction, from {len(extraction)} examples")
    return {**states, "extraction": run.compiled(delivered.extraction, extraction, judge_extraction)}


class _Run:
    def __init__(self, settings: LanguageModelSettings, plan: Plan):
        self._settings = settings
        self._plan = plan
        self._faults: list[Exception] = []
        self._lm = WatchedLM(patient(settings), self._faults)
        self._writer = WatchedLM(reflecting(settings), self._faults)

    def compiled(self, program: Any, examples: Sequence[tuple[Any, MarkedMessage]], judge: Any) -> dict[str, Any]:
        metric = Metric(examples, judge)
        compile_ = OPTIMISERS[self._plan.optimizer]
        try:
            with kept_quiet(), talking_to(self._settings), dspy.context(lm=self._lm):
                made = compile_(program.deepcopy(), [one for one, _ in examples], metric, self._plan, self._writer)
        except Exception as failed:
            raise OptimisingFailed(self._explained(failed)) from failed
        if self._faults:
            raise OptimisingFailed(self._explained(self._faults[0]))
        return _state(made)

    def _explained(self, failed: Exception) -> str:
        """Without the text of errors: those may quote what was said, or hold a part of the key."""
        if self._faults:
            fault = self._faults[0]
            return f"{self._settings.model} gave no answer: {kind_of(fault)}.{explanation_of(fault)}"
        return f"The optimiser has crashed.\n{without_texts(failed)}"


def _state(program: Any) -> dict[str, Any]:
    state: Mapping[str, Any] = to_jsonable_python(program.dump_state())
    # Whose language model it is, only the bot's settings say; traces are of the run.
    kept = {**state["predict"], "lm": None, "traces": [], "train": []}
    try:
        check_storable(kept)
    except ValueError as refused:
        raise OptimisingFailed(f"The optimiser has made what can't be stored. {refused}") from None
    return {"predict": kept}
