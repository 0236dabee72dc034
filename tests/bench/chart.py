"""How a turn's cost grows, drawn: one panel a size, all on one scale, each with the line that must not be crossed."""

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from xml.sax.saxutils import escape

from tests.bench.results import Growth

BAR = 1.2

_PANEL_WIDTH, _PANEL_HEIGHT, _GAP = 236, 190, 28
_LEFT, _TOP, _RIGHT, _BOTTOM = 58, 78, 24, 62
_LABEL_WIDTH = 48
_COLOURS = ("blue", "orange", "green")

# Where it is, its size, and its milliseconds.
_Point = tuple[float, float, int, float]

_STYLE = """
  text { font: 13px system-ui, -apple-system, "Segoe UI", sans-serif; fill: #1f2328 }
  .page { fill: #ffffff; stroke: #d1d9e0 }
  .title { font-size: 16px; font-weight: 600 }
  .panel { font-weight: 600 }
  .quiet { fill: #59636e; font-size: 12px }
  .grid { stroke: #e4e8ec }
  .bar { stroke: #cf222e; stroke-dasharray: 5 4; stroke-width: 1.5 }
  .bar-text { fill: #cf222e; font-size: 12px }
  .line { fill: none; stroke-width: 2.5; stroke-linejoin: round }
  .blue { stroke: #0969da } .orange { stroke: #bc4c00 } .green { stroke: #1a7f37 }
  circle { fill: #ffffff; stroke-width: 2.5 }
  @media (prefers-color-scheme: dark) {
    text { fill: #f0f6fc }
    .page, circle { fill: #0d1117 }
    .page { stroke: #3d444d }
    .quiet { fill: #9198a1 }
    .grid { stroke: #2a313c }
    .bar { stroke: #f85149 } .bar-text { fill: #f85149 }
    .blue { stroke: #4493f8 } .orange { stroke: #db6d28 } .green { stroke: #3fb950 }
  }
"""


def draw(growths: Sequence[Growth]) -> str:
    width = _LEFT + _RIGHT + len(growths) * _PANEL_WIDTH + (len(growths) - 1) * _GAP
    height = _TOP + _PANEL_HEIGHT + _BOTTOM
    highest = max(BAR, *(max(growth.ratios.values()) for growth in growths))
    scale = _Scale(math.ceil((highest + 0.1) * 4) / 4)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        'role="img" aria-labelledby="title">',
        '<title id="title">Cost of a turn by messages, steps and flows</title>',
        f"<style>{_STYLE}</style>",
        f'<rect class="page" x="0.5" y="0.5" width="{width - 1}" height="{height - 1}" rx="8"/>',
        _text(_LEFT, 30, "What a turn costs as things grow", "title"),
        _text(_LEFT, 49, "A turn at each size against one at the smallest; sizes on a logarithmic scale", "quiet"),
        *_scale_numbers(scale),
    ]
    for number, growth in enumerate(growths):
        left = _LEFT + number * (_PANEL_WIDTH + _GAP)
        parts += _panel(growth, left, scale, _COLOURS[number % len(_COLOURS)])
    return "\n".join([*parts, "</svg>", ""])


class _Scale:
    """From zero, so that a slope is as steep as the growth."""

    def __init__(self, highest: float):
        self.highest = highest

    def y(self, ratio: float) -> float:
        return _TOP + _PANEL_HEIGHT * (1 - ratio / self.highest)

    @property
    def marks(self) -> list[float]:
        step = 0.5 if self.highest <= 3 else math.ceil(self.highest / 6)
        return [step * number for number in range(int(self.highest / step) + 1)]


def _scale_numbers(scale: _Scale) -> Iterator[str]:
    for mark in scale.marks:
        yield _text(_LEFT - 10, scale.y(mark) + 4, f"{mark:g} x", "quiet", "end")


def _panel(growth: Growth, left: float, scale: _Scale, colour: str) -> Iterator[str]:
    right = left + _PANEL_WIDTH
    for mark in scale.marks:
        yield f'<line class="grid" x1="{left}" x2="{right}" y1="{scale.y(mark):.1f}" y2="{scale.y(mark):.1f}"/>'
    yield f'<line class="bar" x1="{left}" x2="{right}" y1="{scale.y(BAR):.1f}" y2="{scale.y(BAR):.1f}"/>'
    # On the left, where every line begins at 1.
    yield _text(left, scale.y(BAR) - 6, f"bar {BAR:g} x", "bar-text")
    points = list(_points(growth, left, scale))
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y, _, _ in points)
    yield f'<polyline class="line {colour}" points="{path}"/>'
    for x, y, _, _ in points:
        yield f'<circle class="{colour}" cx="{x:.1f}" cy="{y:.1f}" r="4"/>'
    for x, y, size, milliseconds in _with_room(points):
        # Below the line, where neither it nor the bar runs.
        yield _text(x, y + 24, f"{milliseconds:.0f} ms", "", "middle")
        yield _text(x, _TOP + _PANEL_HEIGHT + 20, f"{size:,}", "quiet", "middle")
    yield _text(left + _PANEL_WIDTH / 2, _TOP + _PANEL_HEIGHT + 44, growth.of, "panel", "middle")


def _with_room(points: Sequence[_Point]) -> list[_Point]:
    """Without those whose label would run into the next one's."""
    return [point for point, following in pairwise(points) if following[0] - point[0] >= _LABEL_WIDTH] + [points[-1]]


def _points(growth: Growth, left: float, scale: _Scale) -> Iterator[_Point]:
    """By the logarithm of the size, with room for the labels at both ends."""
    sizes = list(growth.milliseconds)
    span = math.log(sizes[-1] / sizes[0])
    for size, milliseconds in growth.milliseconds.items():
        x = left + 26 + (_PANEL_WIDTH - 52) * math.log(size / sizes[0]) / span
        yield x, scale.y(growth.ratios[size]), size, milliseconds


def _text(x: float, y: float, text: str, style: str, anchor: str = "start") -> str:
    return f'<text class="{style}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'
