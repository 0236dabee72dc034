"""What a measurement gives: rows of the table, and how a cost grows."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """A figure beside its bar."""

    what: str
    measured: str
    bar: str
    met: bool
    # What stands behind the figure, in a few words.
    detail: str = ""


def at_most(what: str, value: float, bar: float, unit: str, *, digits: int = 2, detail: str = "") -> Row:
    return Row(what, f"{value:,.{digits}f} {unit}", f"at most {bar:g} {unit}", value <= bar, detail)


def under(what: str, value: float, bar: float, unit: str, *, digits: int = 1, detail: str = "") -> Row:
    return Row(what, f"{value:,.{digits}f} {unit}", f"under {bar:g} {unit}", value < bar, detail)


def at_least(what: str, value: float, bar: float, unit: str, *, digits: int = 0, detail: str = "") -> Row:
    return Row(what, f"{value:,.{digits}f} {unit}", f"at least {bar:,g} {unit}", value >= bar, detail)


@dataclass(frozen=True)
class Growth:
    """Milliseconds a turn at each size, smallest first."""

    of: str
    milliseconds: dict[int, float]
    # Whether it has a line in the chart.
    drawn: bool = True

    @property
    def ratios(self) -> dict[int, float]:
        base = next(iter(self.milliseconds.values()))
        return {size: value / base for size, value in self.milliseconds.items()}


@dataclass(frozen=True)
class Result:
    rows: Sequence[Row]
    growth: Sequence[Growth] = ()
    # Something went wrong: there is no figure.
    failed: bool = False
