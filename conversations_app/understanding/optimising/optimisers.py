"""DSPy's optimisers, each as this platform runs it."""

from collections.abc import Callable, Sequence
from typing import Any

import dspy

from conversations_app.understanding.optimising.metrics import Metric
from conversations_app.understanding.optimising.plan import Plan

# From so many on, some are kept apart for choosing among candidates.
_ENOUGH_TO_DIVIDE = 20
# How often every example is asked, by budget. DSPy's own budgets do not grow with the examples: for few they are huge.
_ROUNDS = {"light": 6, "medium": 15, "heavy": 40}

Compile = Callable[[Any, Sequence[Any], Metric, Plan, Any], Any]


def bootstrap(program: Any, examples: Sequence[Any], metric: Metric, plan: Plan, _: Any) -> Any:
    """Demonstrations: examples that the model itself got right, filled up with others."""
    optimiser = dspy.BootstrapFewShot(
        metric=metric.share,
        metric_threshold=1.0,
        max_bootstrapped_demos=max(plan.max_demos // 2, 1),
        max_labeled_demos=plan.max_demos,
    )
    return optimiser.compile(program, trainset=list(examples))


def mipro(program: Any, examples: Sequence[Any], metric: Metric, plan: Plan, writer: Any) -> Any:
    """Instructions and demonstrations, searched together."""
    optimiser = dspy.MIPROv2(
        metric=metric.share,
        prompt_model=writer,
        auto=plan.budget,
        max_bootstrapped_demos=plan.max_demos // 2,
        max_labeled_demos=plan.max_demos,
        num_threads=plan.threads,
        seed=plan.seed,
        track_stats=False,
    )
    train, choose = _divided(examples)
    return optimiser.compile(program, trainset=train, valset=choose)


def gepa(program: Any, examples: Sequence[Any], metric: Metric, plan: Plan, writer: Any) -> Any:
    """Instructions, rewritten by the model from what was said of its mistakes."""
    optimiser = dspy.GEPA(
        metric=metric.with_feedback,
        max_full_evals=_ROUNDS[plan.budget],
        reflection_lm=writer,
        num_threads=plan.threads,
        seed=plan.seed,
        # A single prediction can't be merged.
        use_merge=False,
    )
    train, choose = _divided(examples)
    return optimiser.compile(program, trainset=train, valset=choose)


OPTIMISERS: dict[str, Compile] = {"bootstrap": bootstrap, "mipro": mipro, "gepa": gepa}


def _divided(examples: Sequence[Any]) -> tuple[list[Any], list[Any]]:
    """To learn from, and to choose by. Few serve for both: the measure is taken on others in any case."""
    every = list(examples)
    if len(every) < _ENOUGH_TO_DIVIDE:
        return every, every
    half = len(every) // 2
    return every[:half], every[half:]
