"""The comparison itself: what it lets through, and above all what it does not."""

from typing import Any

import pytest

from tests.docs.shown import check_json, check_text

ID = "4b695cad-3e13-419d-97fa-23ae05cb7e6e"


@pytest.mark.parametrize(
    ("shown", "given"),
    [
        ('{"a": 1, …}', {"a": 1, "b": 2}),
        ('{"a": …}', {"a": [1]}),
        ('{"a": {…}}', {"a": {"b": 2}}),
        ("[1, …]", [1, 2, 3]),
        ('{"id": "0b6ad6f0-…"}', {"id": ID}),
        ('{"at": "2020-01-01T…"}', {"at": "2026-11-16T15:06:22.555891+00:00"}),
        ('{"text": "TX-… is {done}"}', {"text": "TX-1001 is {done}"}),
    ],
)
def test_what_is_left_out_may_be_anything(shown: str, given: Any) -> None:
    check_json(shown, given)


@pytest.mark.parametrize(
    ("shown", "given"),
    [
        ('{"a": 1}', {"a": 1, "b": 2}),
        ('{"a": 1, …}', {"b": 2}),
        ('{"a": 1}', {"a": True}),
        ('{"a": null}', {"a": ""}),
        ("[1]", [1, 2]),
        ("[1, 2, …]", [1]),
        ('{"id": "0b6ad6f0-…"}', {"id": "no id"}),
        ('{"at": "2020-01-01T…"}', {"at": "today"}),
        ('{"text": "TX-… is done"}', {"text": "TX-1001 is lost"}),
    ],
)
def test_whatever_else_differs_is_found(shown: str, given: Any) -> None:
    with pytest.raises(AssertionError):
        check_json(shown, given)


def test_texts_are_compared_line_by_line() -> None:
    check_text('204\n{"id":"0b6ad6f0-…",…}\n', f'204\r\n{{"id":"{ID}","bot":"b"}}\r\n\r\n')
    with pytest.raises(AssertionError):
        check_text("204\n404\n", "404\n204\n")
    with pytest.raises(AssertionError):
        check_text("", "curl: (7) Failed to connect")
