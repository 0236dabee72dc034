from collections.abc import Callable

from prometheus_client import REGISTRY


def counter(name: str, **labels: str) -> Callable[[], float]:
    """By how much a metric has grown since: others of the process count too."""

    def value() -> float:
        return REGISTRY.get_sample_value(name, labels) or 0.0

    before = value()
    return lambda: value() - before
