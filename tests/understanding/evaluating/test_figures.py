import numpy as np
import pytest

from tests.bench.understanding.figures import Figure
from tests.bench.understanding.flow_choice import Judged, drawn
from tests.bench.understanding.table import table


@pytest.mark.parametrize(
    ("figure", "is_reached"),
    [
        (Figure("right", 82.0, 82.0), True),
        (Figure("right", 81.9, 82.0), False),
        (Figure("slow", 15.0, 15.0, at_most=True), True),
        (Figure("slow", 15.1, 15.0, at_most=True), False),
        (Figure("told", 0.0), True),
    ],
)
def test_a_goal_is_reached_from_the_right_side(figure: Figure, is_reached: bool) -> None:
    assert figure.is_reached is is_reached


def test_the_table_names_what_was_missed() -> None:
    lines = table([Figure("Right", 50.04, 82.0, 40.0), Figure("Slow", 3.0, 15.0, unit="ms", at_most=True)]).splitlines()

    assert len({len(line) for line in lines}) == 1
    assert [cell.strip() for cell in lines[2].split("|")[1:-1]] == [
        "Right",
        "50.0 %",
        "at least 82 %",
        "MISSED",
        "40.0 %",
    ]
    assert [cell.strip() for cell in lines[3].split("|")[1:-1]] == ["Slow", "3.0 ms", "at most 15 ms", "reached", ""]


def test_what_is_judged() -> None:
    judged = Judged(
        confidence=np.array([0.9, 0.8, 0.4, 0.7, 0.4, 0.1]),
        is_right=np.array([True, False, True, False, False, False]),
        is_in_scope=np.array([True, True, True, False, False, False]),
    )

    assert judged.accuracy == pytest.approx(100 * 2 / 3)
    assert judged.right_from(0.5) == pytest.approx(100 / 3)
    assert judged.rejected_below(0.5) == pytest.approx(100 * 2 / 3)
    # 0.9 and 0.8 are above all three; 0.4 is above one and level with another.
    assert judged.auroc == pytest.approx(100 * (3 + 3 + 1.5) / 9)


def test_the_same_seed_draws_the_same_examples() -> None:
    examples = {"a": [str(at) for at in range(50)], "b": [str(at) for at in range(50)]}

    assert drawn(examples, 5, seed=1) == drawn(dict(reversed(examples.items())), 5, seed=1)
    assert drawn(examples, 5, seed=1) != drawn(examples, 5, seed=2)
