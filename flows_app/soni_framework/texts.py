"""Messages: placeholders are written alike, but the framework formats with Python's format codes, we with filters."""

import re
from collections.abc import Callable

from flows_app.yaml_text.places import Place, Remarks

_PIECE = re.compile(r"\{\{|\}\}|\{([^{}]*)\}")
_PLACEHOLDER = re.compile(r"\s*(?P<slot>[^:!.\[\]|]+?)\s*(?P<code>:[^|]*)?")
_DECIMALS = re.compile(r":(,?)\.(\d+)f")


def message(text: str, place: Place, slot_name: Callable[[str, Place], str], remarks: Remarks) -> str:
    def translated(match: re.Match[str]) -> str:
        inside = match.group(1)
        if inside is None or "|" in inside:
            return match.group()
        parts = _PLACEHOLDER.fullmatch(inside)
        if parts is None:
            remarks.notice(place, f"“{match.group()}” is no placeholder here; it is left as it is.")
            return match.group()
        return f"{{{slot_name(parts['slot'], place)}{_filter(parts['code'] or '', match.group(), place, remarks)}}}"

    return _PIECE.sub(translated, text)


def _filter(code: str, written: str, place: Place, remarks: Remarks) -> str:
    if code in ("", ":", ":d", ":s"):
        return ""
    decimals = _DECIMALS.fullmatch(code)
    if decimals and decimals.group(1):
        return f'|floatformat:"{decimals.group(2)}g"'
    if decimals:
        return f"|floatformat:{decimals.group(2)}"
    remarks.notice(place, f"“{written}”: the format “{code[1:]}” has no counterpart here and is left out.")
    return ""
