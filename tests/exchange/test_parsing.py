"""What the reader refuses, and what plain words mean to it."""

from typing import Any

import pytest

from flows_app.exchange.sources import Source, parse_sources
from flows_app.limits import YAML_BYTES
from flows_app.yaml_text import parsing
from flows_app.yaml_text.nodes import plain
from flows_app.yaml_text.parsing import parse
from flows_app.yaml_text.places import ImportRefused, Remarks


def read(text: str | bytes) -> tuple[list[Any], list[str]]:
    remarks = Remarks()
    documents = parse("bot.yaml", text.encode() if isinstance(text, str) else text, remarks)
    return [plain(document) for document in documents], [str(problem) for problem in remarks.problems]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("true", True),
        ("false", False),
        ("null", None),
        ("~", None),
        ("5", 5),
        ("-5", -5),
        ("1.50", 1.5),
        ("1e3", 1000.0),
        ("'5'", "5"),
        ("yes", "yes"),
        ("no", "no"),
        ("on", "on"),
        ("off", "off"),
        ("y", "y"),
        ("2026-05-31", "2026-05-31"),
        ("2026-05-31T17:30:00Z", "2026-05-31T17:30:00Z"),
        ("12:30", "12:30"),
        ("12:30:45", "12:30:45"),
        ("010", "010"),
        ("0o10", "0o10"),
        ("0x1F", "0x1F"),
        ("0b11", "0b11"),
        ("1_000", "1_000"),
        ("+34600000000", "+34600000000"),
        (".inf", ".inf"),
        (".nan", ".nan"),
        ("=", "="),
    ],
)
def test_plain_words_mean_what_an_author_means(written: str, meant: object) -> None:
    (document,), problems = read(f"value: {written}\n")

    assert problems == []
    assert document["value"] == meant
    assert type(document["value"]) is type(meant)


def test_keys_are_texts() -> None:
    assert read("yes: 1\n5: 2\ntrue: 3\n2026-01-01: 4\n")[0] == [{"yes": 1, "5": 2, "true": 3, "2026-01-01": 4}]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("a: 1\nb: &x 2\n", "bot.yaml:2: “&x” is an anchor"),
        ("a: 1\nb: *x\n", "bot.yaml:2: “*x” is an alias"),
        ("a: 1\nb: !!python/object:os.system x\n", "bot.yaml:2: “tag:yaml.org,2002:python/object:os.system” is a tag"),
        ("a: 1\nb: !secret x\n", "bot.yaml:2: “!secret” is a tag"),
        ("a: 1\nb: !!str 5\n", "bot.yaml:2: “tag:yaml.org,2002:str” is a tag"),
        ("a: 1\nb: 2\na: 3\n", "bot.yaml:3: The key “a” stands here for the second time; first in line 1."),
        ("a: 1\n? [x]\n: 2\n", "bot.yaml:2: A key must be a single word or text."),
        ("a: 1\n<<: {b: 2}\n", "bot.yaml:2: “<<” merges nothing here"),
        ("a:\n\tb: 1\n", "bot.yaml:2: A tab can't indent YAML; use spaces."),
        ("a: [1\n", "bot.yaml:2: This is not YAML"),
        ("a: 1\nb\x00: 2\n", "bot.yaml:2: The character U+0000 must not stand in YAML."),
        ('a: 1\nb: "\\0"\n', "bot.yaml:2: It holds a NUL character, which no database stores."),
        ("a: 1\nb: \x1b[31m\n", "bot.yaml:2: The character U+001B must not stand in YAML."),
        (b"a: 1\nb: caf\xe9\n", "bot.yaml:2: This is not UTF-8"),
        ("a: 1\nb: " + "9" * 5000, "bot.yaml:2: This number is too long"),
        ("a: 1\nb: 1e999", "bot.yaml:2: This number is too large"),
    ],
)
def test_what_is_dangerous_or_ambiguous_is_refused_with_its_line(text: str | bytes, problem: str) -> None:
    _, problems = read(text)

    assert len(problems) == 1
    assert problems[0].startswith(problem)


def test_exploding_aliases_cost_nothing() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 10)]

    assert read("\n".join(lines))[1] == ["bot.yaml:1: “&a0” is an anchor; anchors are not read."]


def test_a_file_is_limited_in_size() -> None:
    assert read(b"#" * (YAML_BYTES + 1))[1] == [f"bot.yaml:1: The file is larger than {YAML_BYTES} bytes."]


def test_so_are_all_files_together() -> None:
    half = b"#" * (YAML_BYTES // 2 + 1)

    with pytest.raises(ImportRefused, match="All files together are larger"):
        parse_sources([Source("a.yaml", half), Source("b.yaml", half)], Remarks())


def test_values_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parsing, "YAML_NODES", 10)

    assert read("- 1\n" * 9)[1] == []
    assert read("- 1\n" * 10)[1] == ["bot.yaml:10: The file holds more than 10 values."]


@pytest.mark.parametrize("opening", ["[", "{a: "])
def test_nesting_is_limited(opening: str) -> None:
    assert read(opening * 100_000)[1] == ["bot.yaml:1: This is nested more than 150 deep."]


def test_a_file_may_hold_several_documents_and_empty_ones_are_passed_over() -> None:
    assert read("---\na: 1\n---\n---\nb: 2\n...\n") == ([{"a": 1}, {"b": 2}], [])


def test_a_byte_order_mark_and_windows_line_ends_are_fine() -> None:
    assert read("\ufeffa: |\r\n  x\r\n  y\r\nb: 1\r\n".encode()) == ([{"a": "x\ny\n", "b": 1}], [])
