"""Whether something is as the documentation shows it.

An example's ids and times stand for any others, and `…` for what is left out: within a text for some characters, among
the fields of an object or the items of a list for more of them, and in place of a value for any value. Nothing else may
differ.
"""

import json
import re
from typing import Any

LEFT_OUT = "…"
_UUID = r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"
_MOMENT = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+\+00:00"
_STANDS_FOR = re.compile(r"[0-9a-f]{8}-…|\d{4}-\d\d-\d\dT…|…")
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\]]|…')


def check_json(shown: str, given: Any) -> None:
    _check(json.loads(_valid(shown)), given, "the answer")


def check_text(shown: str, given: str) -> None:
    """Line ends of HTTP and empty lines at the end do not count."""
    printed = given.replace("\r\n", "\n").strip()
    assert _pattern(shown.strip()).fullmatch(printed), f"Shown is:\n{shown}\nPrinted was:\n{printed}"


def _check(shown: Any, given: Any, where: str) -> None:
    if shown == LEFT_OUT:
        return
    if isinstance(shown, dict) and isinstance(given, dict):
        _check_object(shown, given, where)
    elif isinstance(shown, list) and isinstance(given, list):
        _check_list(shown, given, where)
    elif isinstance(shown, str) and isinstance(given, str):
        assert _pattern(shown).fullmatch(given), f"{where} is {given!r}, shown is {shown!r}"
    else:
        # True is 1 to Python, but not to a reader.
        assert (type(shown), shown) == (type(given), given), f"{where} is {given!r}, shown is {shown!r}"


def _check_object(shown: dict[str, Any], given: dict[str, Any], where: str) -> None:
    named = shown.keys() - {LEFT_OUT}
    assert named <= given.keys(), f"{where} has no {sorted(named - given.keys())}: {given}"
    assert LEFT_OUT in shown or named == given.keys(), f"{where} has also {sorted(given.keys() - named)}"
    for name in named:
        _check(shown[name], given[name], f"{where}.{name}")


def _check_list(shown: list[Any], given: list[Any], where: str) -> None:
    more = bool(shown) and shown[-1] == LEFT_OUT
    items = shown[:-1] if more else shown
    enough = len(given) >= len(items) if more else len(given) == len(items)
    assert enough, f"{where} has {len(given)} items: {given}"
    for number, (one, other) in enumerate(zip(items, given, strict=False)):
        _check(one, other, f"{where}[{number}]")


def _pattern(shown: str) -> "re.Pattern[str]":
    parts, end = [], 0
    for match in _STANDS_FOR.finditer(shown):
        stands_for = ".*" if match[0] == LEFT_OUT else _MOMENT if "T" in match[0] else _UUID
        parts += [re.escape(shown[end : match.start()]), stands_for]
        end = match.end()
    return re.compile("".join([*parts, re.escape(shown[end:])]), re.DOTALL)


def _valid(shown: str) -> str:
    """As JSON: a bare `…` becomes a field, an item or a value of that name."""
    opened: list[str] = []

    def written(match: "re.Match[str]") -> str:
        token = match[0]
        if token in "{[":
            opened.append(token)
        elif token in "}]":
            opened.pop()
        elif token == LEFT_OUT:
            is_field = opened[-1:] == ["{"] and not shown[: match.start()].rstrip().endswith(":")
            return f'"{LEFT_OUT}": null' if is_field else f'"{LEFT_OUT}"'
        return token

    return _TOKEN.sub(written, shown)
