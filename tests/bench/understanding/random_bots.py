"""Bots as people build them: ten flows with five examples each, drawn from CLINC150.

Sixty of them: means of twenty differ by one point, depending on which flows happen to meet.
"""

import random
from collections.abc import Iterator

import numpy as np

from conversations_app.understanding.choosing import IN_SCOPE
from tests.bench.understanding.clinc150 import read, test_messages, training
from tests.bench.understanding.figures import Figure, Run
from tests.bench.understanding.flow_choice import Judged, drawn, judged, judged_by_terms, mean

_BOTS, _FLOWS, _EXAMPLES = 60, 10, 5


def evaluate(run: Run) -> Iterator[Figure]:
    data = read(run)
    examples = training(data)
    messages = test_messages(data, run, "Random bots")
    ours, plain = [], []
    for seed in run.progress(range(_BOTS), "Random bots"):
        flows = random.Random(seed).sample(sorted(examples), _FLOWS)  # noqa: S311 - the same bots each time
        bot = drawn({flow: examples[flow] for flow in flows}, _EXAMPLES, seed)
        to_it = messages.meant_for(flows)
        ours.append(judged(bot, to_it, Run(run.data, run.encoder), ""))
        plain.append(judged_by_terms(bot, to_it))
    yield from _figures(run, ours, plain)


def _figures(run: Run, ours: list[Judged], plain: list[Judged]) -> Iterator[Figure]:
    # The plain method gets the threshold that suits it best: it has none of its own.
    threshold = float(np.quantile(np.concatenate([one.confidence[~one.is_in_scope] for one in plain]), 0.95))
    yield Figure(
        "Random bots: right without a threshold",
        mean([one.accuracy for one in ours]),
        run.goal(98.0, 98.5),
        mean([one.accuracy for one in plain]),
    )
    yield Figure(
        "Random bots: right and above the threshold",
        mean([one.right_from(IN_SCOPE) for one in ours]),
        run.goal(91.0, 92.0),
        mean([one.right_from(threshold) for one in plain]),
    )
    yield Figure(
        "Random bots: out of scope and rejected",
        mean([one.rejected_below(IN_SCOPE) for one in ours]),
        run.goal(95.0, 96.0),
        mean([one.rejected_below(threshold) for one in plain]),
    )
