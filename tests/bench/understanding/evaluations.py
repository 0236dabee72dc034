"""All that can be evaluated, by name; each is imported only if it is asked for."""

from collections.abc import Callable, Iterable, Iterator

from tests.bench.understanding.figures import DataMissing, Figure, Run

Evaluation = Callable[[Run], Iterable[Figure]]


def figures_of(name: str, run: Run) -> Iterator[Figure]:
    """Raises `DataMissing` if the folder lacks its files."""
    try:
        yield from EVALUATIONS[name](run)
    except FileNotFoundError as error:
        raise DataMissing(f"{name}: there is no file {error.filename}.") from error


def _banking77(run: Run) -> Iterable[Figure]:
    from tests.bench.understanding.banking77 import evaluate

    return evaluate(run)


def _clinc150(run: Run) -> Iterable[Figure]:
    from tests.bench.understanding.clinc150 import evaluate

    return evaluate(run)


def _random_bots(run: Run) -> Iterable[Figure]:
    from tests.bench.understanding.random_bots import evaluate

    return evaluate(run)


def _sgd_yes_no(run: Run) -> Iterable[Figure]:
    from tests.bench.understanding.sgd_yes_no import evaluate

    return evaluate(run)


def _restaurant8k(run: Run) -> Iterable[Figure]:
    from tests.bench.understanding.restaurant8k import evaluate

    measured = evaluate(run.data / "restaurant8k/test.json")
    for slot, goal in (("date", 96.0), ("time", 96.0), ("people", 92.0)):
        yield Figure(f"Restaurant8k, {slot}: recall", measured[f"{slot}_recall"] * 100, goal)
        yield Figure(f"Restaurant8k, {slot}: precision", measured[f"{slot}_precision"] * 100)


def _sgd_corrections(run: Run) -> Iterable[Figure]:
    from tests.bench.understanding.sgd_corrections import evaluate

    yield Figure("SGD corrections: right", evaluate(run.data / "sgd")["right"] * 100, 80.0)


def _speed(run: Run) -> Iterable[Figure]:
    from tests.bench.understanding.speed import evaluate

    return evaluate(run)


EVALUATIONS: dict[str, Evaluation] = {
    "banking77": _banking77,
    "clinc150": _clinc150,
    "random_bots": _random_bots,
    "sgd_yes_no": _sgd_yes_no,
    "sgd_corrections": _sgd_corrections,
    "restaurant8k": _restaurant8k,
    "speed": _speed,
}
