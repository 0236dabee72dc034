"""The results, printed and written into docs/performance.md."""

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime

from tests.bench.chart import draw
from tests.bench.machine import machine, versions
from tests.bench.results import Growth, Result, Row
from tests.bench.world import World
from tests.support.processes import ROOT

PAGE = ROOT / "docs" / "performance.md"
CHART = ROOT / "docs" / "performance.svg"
BEGIN, END = "<!-- results: written by python -m tests.bench --write -->", "<!-- end of results -->"
_BETWEEN = re.compile(f"{re.escape(BEGIN)}.*{re.escape(END)}", re.DOTALL)


def print_rows(rows: Iterable[Row]) -> None:
    """As soon as they are known: a whole run takes minutes."""
    for row in rows:
        verdict = "met" if row.met else "MISSED"
        print(f"{row.what:<62} {row.measured:>16}   {row.bar:<22} {verdict}", flush=True)
        if row.detail:
            print(f"    {row.detail}", flush=True)


def print_growth(results: Iterable[Result]) -> None:
    for growth in _growth(results):
        print(f"\n{growth.of:<36}" + "".join(f"{size:>10,}" for size in growth.milliseconds))
        print(f"{'ms a turn':<36}" + "".join(f"{value:>10.1f}" for value in growth.milliseconds.values()))
        print(f"{'against the smallest':<36}" + "".join(f"{ratio:>9.2f}x" for ratio in growth.ratios.values()))


def write(results: Sequence[Result], world: World) -> None:
    CHART.write_text(draw([growth for growth in _growth(results) if growth.drawn]))
    page = PAGE.read_text()
    if not _BETWEEN.search(page):
        raise LookupError(f"There is no place for the results in {PAGE.name}: the marks are missing.")
    section = "\n".join([BEGIN, *_section(results, world), END])
    PAGE.write_text(_BETWEEN.sub(lambda _: section, page))


def _section(results: Sequence[Result], world: World) -> Iterator[str]:
    yield ""
    yield f"{datetime.now(UTC):%-d %B %Y}. {machine()}. {versions(world)}."
    yield ""
    yield "| what | measured | bar | met | |"
    yield "| --- | --- | --- | --- | --- |"
    for row in (row for result in results for row in result.rows):
        verdict = "yes" if row.met else "**no**"
        yield f"| {row.what} | {row.measured} | {row.bar} | {verdict} | {row.detail} |"
    yield ""
    yield "### How a turn's cost grows"
    yield ""
    yield f"![Cost of a turn by messages, steps and flows]({CHART.name})"
    for growth in _growth(results):
        yield ""
        yield f"| {growth.of} | " + " | ".join(f"{size:,}" for size in growth.milliseconds) + " |"
        yield "| --- |" + " --- |" * len(growth.milliseconds)
        yield "| ms a turn | " + " | ".join(f"{value:.1f}" for value in growth.milliseconds.values()) + " |"
        yield "| against the smallest | " + " | ".join(f"{ratio:.2f} x" for ratio in growth.ratios.values()) + " |"
    yield ""


def _growth(results: Iterable[Result]) -> Iterator[Growth]:
    for result in results:
        yield from result.growth
