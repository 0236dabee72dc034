from collections.abc import Sequence

from tests.bench.understanding.figures import Figure

_HEADINGS = ("", "measured", "goal", "", "plain method")


def table(figures: Sequence[Figure]) -> str:
    """In columns, and in Markdown too."""
    rows = [_HEADINGS, *(_cells(figure) for figure in figures)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(_HEADINGS))]
    lines = [_line(row, widths) for row in rows]
    rule = _line(tuple("-" * width for width in widths), widths)
    return "\n".join([lines[0], rule, *lines[1:]])


def _cells(figure: Figure) -> tuple[str, ...]:
    compared = "at most" if figure.at_most else "at least"
    goal = "" if figure.goal is None else f"{compared} {figure.goal:g} {figure.unit}"
    verdict = "" if figure.goal is None else "reached" if figure.is_reached else "MISSED"
    plain = "" if figure.baseline is None else f"{figure.baseline:.1f} {figure.unit}"
    return figure.name, f"{figure.value:.1f} {figure.unit}", goal, verdict, plain


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    padded = [cell.ljust(width) for cell, width in zip(cells, widths, strict=True)]
    return f"| {' | '.join(padded)} |"
