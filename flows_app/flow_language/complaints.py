"""Pydantic's errors in an author's words, each with the path that it is about."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from pydantic import ValidationError

from flows_app.colours import HEX_COLOUR
from flows_app.flow_language.base import CURRENCY_PATTERN, DOTTED_NAME_PATTERN, LANGUAGE_PATTERN, NAME_PATTERN
from flows_app.flow_language.understanding import MODEL_PATTERN, MODEL_PROVIDERS

Path = tuple[str | int, ...]

_TYPES_OF_A_UNION = ("string_type", "list_type", "dict_type", "bool_type")
_BEGINNINGS_OF_TYPES = ("constrained-", "list[", "dict[", "tuple[", "union[", "function-", "[key]")


@dataclass(frozen=True)
class Complaint:
    path: Path
    sentence: str


class Spelling:
    """Names of a document's parts in complaints: here their keys, as authors of YAML see them."""

    unknown = _("{subject} is no key that is known here.")
    yes_or_no = _("{subject} must be true or false.")

    def subject(self, path: Path) -> str:
        name = next((part for part in reversed(path) if isinstance(part, str)), None)
        if path and isinstance(path[-1], int):
            return gettext("Number {number} of “{name}”").format(number=path[-1] + 1, name=name)
        return f"“{name}”" if name is not None else gettext("The bot")

    def field(self, path: Path, key: str) -> str:
        """A field of the part at a path."""
        return key

    def missing(self, path: Path) -> str:
        return gettext("{subject} is missing.").format(subject=self.subject(path))

    def empty(self, path: Path) -> str:
        return gettext("{subject} must not be empty.").format(subject=self.subject(path))

    def rule(self, path: Path, sentence: str) -> str:
        """A rule's own sentence about the part at a path."""
        return f"{self.subject(path)}: {sentence}"


KEYS = Spelling()


def complaints(written: Any, refused: ValidationError, spelling: Spelling = KEYS) -> Iterator[Complaint]:
    """One for each thing to mend: a text that may be written in three ways is refused three times by Pydantic."""
    kept: list[Complaint] = []
    not_this_way: dict[Path, set[str]] = {}
    for error in refused.errors(include_url=False, include_context=True):
        path, value = _followed(written, error["loc"])
        if _says_only_not_this_way(error):
            not_this_way.setdefault(path, set()).add(error["type"])
        elif not _is_an_echo(error, value):
            kept.append(Complaint(path, _sentence(error, path, spelling)))
    yield from kept
    known = {*(complaint.path for complaint in kept), *not_this_way}
    for path, tried in not_this_way.items():
        # The innermost part tells the author more than what holds it.
        said_inside = any(other[: len(path)] == path and other != path for other in known)
        if not said_inside and path not in {complaint.path for complaint in kept}:
            sentence = _ANY_TEXT if "list_type" in tried else _ONE_TEXT
            yield Complaint(path, sentence.format(subject=spelling.subject(path)))


def _followed(written: Any, location: tuple[int | str, ...]) -> tuple[Path, Any]:
    """The error's place as keys and numbers only: Pydantic puts the types that it tried in between."""
    path: list[str | int] = []
    here = written
    for number, part in enumerate(location):
        after_an_item = number > 0 and (isinstance(location[number - 1], int) or location[number - 1] == "command")
        if after_an_item and isinstance(here, dict) and here.get("type") == part:
            continue
        if _leads_on(here, part):
            here = here[part]
            path.append(part)
        elif number == len(location) - 1 and isinstance(part, str) and not _names_a_type(part):
            path.append(part)
    return tuple(path), here


def _leads_on(here: Any, part: str | int) -> bool:
    if isinstance(here, dict):
        return part in here
    return isinstance(here, list) and isinstance(part, int) and part < len(here)


def _names_a_type(part: str) -> bool:
    return part == "bool" or part.startswith(_BEGINNINGS_OF_TYPES)


def _says_only_not_this_way(error: Any) -> bool:
    return error["type"] in _TYPES_OF_A_UNION and isinstance(error["loc"][-1], str) and _names_a_type(error["loc"][-1])


def _is_an_echo(error: Any, value: Any) -> bool:
    """A list counts as too short when its items are refused; that says nothing new."""
    return error["type"] == "too_short" and isinstance(value, list) and len(value) >= error["ctx"]["min_length"]


def _sentence(error: Any, path: Path, spelling: Spelling) -> str:
    kind, value, context = error["type"], error["input"], error.get("ctx", {})
    if kind == "value_error":
        rule = re.sub(r"`(\w+)`", lambda named: f"“{spelling.field(path, named[1])}”", str(context["error"]))
        return spelling.rule(path, rule)
    if kind == "string_pattern_mismatch":
        return _not_written_so(context.get("pattern"), value) or _plain_sentence(error, path, spelling)
    if kind == "union_tag_invalid":
        sentence = gettext("“{type}” is no type that is known here; there are {types}.")
        return sentence.format(type=context["tag"], types=_unquoted(context["expected_tags"]))
    if kind == "union_tag_not_found":
        return gettext("The type is missing.")
    if kind in ("literal_error", "enum"):
        sentence = gettext("“{value}” is not possible here; there are {values}.")
        return sentence.format(value=value, values=_unquoted(context["expected"]))
    if error["loc"][-1] == "[key]" and not value:
        return gettext("A name is missing here.")
    return _plain_sentence(error, path, spelling)


def _not_written_so(pattern: str | None, value: Any) -> str | None:
    if pattern in (NAME_PATTERN, DOTTED_NAME_PATTERN):
        if not value:
            return gettext("A name is missing here.")
        sentence = gettext(
            "“{value}” is not a name: use small letters, digits and underscores, and begin with a letter."
        )
        return sentence.format(value=value)
    if pattern == LANGUAGE_PATTERN:
        return gettext("“{value}” is no language code: write it like en, es or pt-BR.").format(value=value)
    if pattern == MODEL_PATTERN:
        sentence = gettext(
            "“{value}” is no language model that can be asked: write provider and name, like openai/gpt-4o-mini. "
            "Providers are {providers}; a server that speaks OpenAI's protocol is openai/… with its address under "
            "“api_base”."
        )
        return sentence.format(value=value, providers=", ".join(MODEL_PROVIDERS))
    if pattern == HEX_COLOUR:
        return gettext("“{value}” is no colour: write it like #3b5bdb.").format(value=value)
    if pattern == CURRENCY_PATTERN:
        return gettext("“{value}” is no currency: write three capital letters, such as EUR.").format(value=value)
    return None


_ANY_TEXT = _("{subject} must be a text (a number in quotes), a list of texts, or one of these for each language.")
_ONE_TEXT = _("{subject} must be a text (a number in quotes), or one for each language.")
_A_MAPPING = _("{subject} must be a mapping of keys to values.")
_A_LIST = _("{subject} must be a list.")
_A_WHOLE_NUMBER = _("{subject} must be a whole number.")
_A_NUMBER = _("{subject} must be a number.")
# By Pydantic's kind of error; filled with what it says of it.
_SENTENCES = {
    "string_type": _("{subject} must be a text; put it in quotes."),
    "string_too_long": _("{subject} has more than {max_length:,} characters."),
    "too_long": _("{subject} has more than {max_length:,} entries."),
    "model_type": _A_MAPPING,
    "model_attributes_type": _A_MAPPING,
    "dict_type": _A_MAPPING,
    "tuple_type": _A_LIST,
    "list_type": _A_LIST,
    "int_type": _A_WHOLE_NUMBER,
    "int_parsing": _A_WHOLE_NUMBER,
    "int_from_float": _A_WHOLE_NUMBER,
    "float_type": _A_NUMBER,
    "float_parsing": _A_NUMBER,
    "greater_than": _("{subject} must be more than {gt:g}."),
    "greater_than_equal": _("{subject} must be at least {ge:g}."),
    "less_than": _("{subject} must be less than {lt:g}."),
    "less_than_equal": _("{subject} must be at most {le:g}."),
}


def _plain_sentence(error: Any, path: Path, spelling: Spelling) -> str:
    kind, context, subject = error["type"], error.get("ctx", {}), spelling.subject(path)
    if kind == "extra_forbidden":
        return spelling.unknown.format(subject=subject)
    if kind in ("bool_type", "bool_parsing"):
        return spelling.yes_or_no.format(subject=subject)
    if kind in ("string_too_short", "too_short") and context["min_length"] == 1:
        return spelling.empty(path)
    if kind == "missing":
        return spelling.missing(path)
    if kind in _SENTENCES:
        return _SENTENCES[kind].format(subject=subject, **context)
    return f"{subject}: {str(error['msg']).rstrip('.')}."


def _unquoted(choices: str) -> str:
    return choices.replace("'", "").replace(" or ", ", ")
