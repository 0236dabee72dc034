"""Rows that an author has added and left empty. They stay in the document, so that none vanishes under the cursor;
a definition is made without them."""

from typing import Any

from flows_app.drafts.taking_apart import Written
from flows_app.flow_language.text_places import text_fields
from flows_app.validation.findings import Path

# Lists that are typed in row by row. One that its holder can't do without keeps its empty rows if it has no others:
# the finding is then at the row that waits to be filled.
_OPTIONAL_ROWS = frozenset({"triggers", "synonyms", "options", "validators"})
_NEEDED_ROWS = frozenset({"choices", "cases"})
_TEXTS = text_fields()
_MAPPINGS = frozenset({"inputs", "outputs", "values"})
# Fields that may hold further rows.
_PARTS = frozenset({"slots", "bot_slots", "steps", "choices", "options", "cases"})


def without_empty_rows(part: Written) -> Written:
    """The document, or a part of it, as its definition is made from it."""
    return {key: _kept(key, value) for key, value in part.items()}


def place_in_document(document: Written, path: Path) -> Path:
    """Where a place of the document without empty rows stands in the document that has them."""
    place: list[str | int] = []
    here: Any = document
    key: str | int = ""
    for part in path:
        if isinstance(part, int) and isinstance(here, list):
            part = _number_in(here, str(key), part)
        else:
            key = part if str(key) not in _TEXTS else key
        here = _inside(here, part)
        place.append(part)
    return tuple(place)


def _kept(key: str, value: Any) -> Any:
    if isinstance(value, list) and _has_rows(key):
        value = _rows(key, value)
    if key in _TEXTS:
        return _text(value)
    if key in _MAPPINGS and isinstance(value, dict):
        return {name: given for name, given in value.items() if not (_is_empty(name) and _is_empty(given))}
    if key in _PARTS and isinstance(value, list):
        return [without_empty_rows(part) if isinstance(part, dict) else part for part in value]
    return without_empty_rows(value) if key == "default" and isinstance(value, dict) else value


def _has_rows(key: str) -> bool:
    return key in _OPTIONAL_ROWS or key in _NEEDED_ROWS or key in _TEXTS


def _rows(key: str, rows: list[Any]) -> list[Any]:
    filled = [row for row in rows if not _is_empty(row)]
    return filled if filled or key in _OPTIONAL_ROWS else rows


def _text(text: Any) -> Any:
    """A language that nothing is written in is a language without a text."""
    if not isinstance(text, dict) or _is_empty(text):
        return text
    filled = {language: wordings for language, wordings in text.items() if not _is_empty(wordings)}
    return {
        language: [one for one in wordings if not _is_empty(one)] if isinstance(wordings, list) else wordings
        for language, wordings in filled.items()
    }


def _number_in(rows: list[Any], key: str, number: int) -> int:
    """Gives the original number of the row that has this number once the empty ones are gone."""
    if not _has_rows(key) or all(_is_empty(row) for row in rows):
        return number
    filled = [place for place, row in enumerate(rows) if not _is_empty(row)]
    return filled[number] if number < len(filled) else number


def _inside(here: Any, part: str | int) -> Any:
    try:
        return here[part]
    except (KeyError, IndexError, TypeError):
        return None


def _is_empty(value: Any) -> bool:
    """Numbers and yes or no always say something."""
    if isinstance(value, dict):
        return all(_is_empty(inner) for inner in value.values())
    if isinstance(value, list):
        return all(_is_empty(inner) for inner in value)
    return value is None or (isinstance(value, str) and not value.strip())
