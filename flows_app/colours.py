"""Colours that can be read: contrast as WCAG 2.2 computes it."""

import re

from django.utils.translation import gettext

# A colour as authors write it. Six digits alone, so that every place that reads one reads it alike.
HEX_COLOUR = r"^#[0-9a-fA-F]{6}$"
BLACK, WHITE = "#000000", "#ffffff"
# For text, level AA; and for what is no text, such as the outline of a button.
READABLE, VISIBLE = 4.5, 3.0

_hex_colour = re.compile(HEX_COLOUR)


def text_on(colour: str) -> str:
    """Black or white, whichever is read better on it. One of them always reaches 4.5:1: the two contrasts multiply to
    21, so that the greater is at least 4.58."""
    return max(WHITE, BLACK, key=lambda text: contrast(text, colour))


def contrast(one: str, other: str) -> float:
    """Gives the contrast ratio, from 1 (the same) to 21 (black and white)."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    if not _hex_colour.fullmatch(colour):
        raise ValueError(gettext("“{colour}” is no colour: write it like #3b5bdb.").format(colour=colour))
    red, green, blue = (_linear(int(colour[start : start + 2], 16) / 255) for start in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(channel: float) -> float:
    linear: float = channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4
    return linear
