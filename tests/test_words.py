"""Docstrings and comments can be understood at first reading (CONTRIBUTING.md)."""

import ast
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.processes import ROOT

_RIDDLE = re.compile(r"(?:^|(?<=[.!?:;] ))(?:Of|Who|What|Whoever|Whatever|For who|To who)\b")
# Their docstrings are data: prompts for a language model, and descriptions in schemas and the reference.
_DATA = (
    "conversations_app/api/webhook_shapes.py",
    "conversations_app/understanding/language_model/commands.py",
    "conversations_app/understanding/language_model/settings.py",
    "conversations_app/understanding/language_model/signatures.py",
    "flows_app/flow_language/flow_tests.py",
)


@pytest.mark.parametrize("app", ["flows_app", "conversations_app", "soniplatform"])
def test_no_sentence_begins_with_of_who_or_what(app: str) -> None:
    modules = (path for path in (ROOT / app).rglob("*.py") if "migrations" not in path.parts)
    riddles = [
        f"{name}:{line}: {text[:80]}"
        for path in modules
        if (name := str(path.relative_to(ROOT))) not in _DATA
        for line, text in (*_docstrings(path), *_comments(path))
        if _RIDDLE.search(text)
    ]

    assert riddles == []


def test_riddles_are_found() -> None:
    assert _RIDDLE.search("Of a body, in which “5” is a text.")
    assert _RIDDLE.search("Stores it. Who asks again gets the same.")
    assert not _RIDDLE.search("Tells what became of it, and of whom it speaks.")


def _docstrings(path: Path) -> Iterator[tuple[int, str]]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        if docstring := ast.get_docstring(node):
            yield getattr(node, "lineno", 1), " ".join(docstring.split())


def _comments(path: Path) -> Iterator[tuple[int, str]]:
    with path.open("rb") as source:
        for token in tokenize.tokenize(source.readline):
            if token.type == tokenize.COMMENT:
                yield token.start[0], token.string.lstrip("# ")
