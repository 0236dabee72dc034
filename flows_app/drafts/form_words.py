"""Names of a document's parts, as the editor's forms show them."""

from typing import Any

from flows_app.drafts.places import part_of
from flows_app.drafts.taking_apart import Written
from flows_app.flow_language.complaints import Spelling
from flows_app.flow_language.labels import label_of
from flows_app.flow_language.language_names import language_name
from flows_app.flow_language.text_places import text_fields
from flows_app.validation.findings import Path

# Name of a list's row, and names of its fields.
_ROWS = {"triggers": "example", "options": "quick reply", "choices": "choice", "validators": "check", "cases": "case"}
_IN_ROWS = {
    ("options", "label"): "Text",
    ("options", "command"): "What it does",
    ("choices", "label"): "What people see",
    ("choices", "synonyms"): "Other words",
    ("validators", "name"): "Check",
    ("cases", "when"): "Condition",
    ("cases", "next"): "Goes to",
}


class FormWords(Spelling):
    unknown = "is no field that is known here"
    yes_or_no = "yes or no"

    def __init__(self, document: Written):
        self._document = document

    def subject(self, path: Path) -> str:
        form, inside = self._form_at(path)
        if not inside:
            return {"flow": "The flow", "slot": "This slot"}.get(form, "This step")
        key, *rest = inside
        if str(key) in _ROWS and rest:
            return _row(str(key), rest)
        return _named(label_of(form, str(key)), str(key), rest)

    def field(self, path: Path, key: str) -> str:
        return label_of(self._form_at(path)[0], key)

    def missing(self, path: Path) -> str:
        return self._no_row(path) or super().missing(path)

    def empty(self, path: Path) -> str:
        return self._no_row(path) or super().empty(path)

    def rule(self, path: Path, sentence: str) -> str:
        """It stands at its place; what it is about needs no name."""
        return sentence

    def _no_row(self, path: Path) -> str:
        """Names a row of a list whose rows the form shows; the list itself has no name there."""
        _, inside = self._form_at(path)
        return f"It needs at least one {_ROWS[str(inside[0])]}." if len(inside) == 1 and inside[0] in _ROWS else ""

    def _form_at(self, path: Path) -> tuple[str, Path]:
        """Whose form it is in (a type of step, `slot` or `flow`), and the place in that."""
        at = part_of(path)
        if not at:
            return "flow", path
        kind = _at(self._document, at).get("type") if "steps" in at else "slot"
        return kind if isinstance(kind, str) else "", path[len(at) :]


def _row(key: str, inside: list[str | int]) -> str:
    number, *rest = inside
    row = f"{_ROWS[key]} {int(number) + 1}" if isinstance(number, int) else _ROWS[key]
    names = [part for part in rest if isinstance(part, str)]
    if not names:
        return row.capitalize()
    # Names a command's own fields: the slot, the step or the flow.
    name = names[1] if names[0] == "command" and len(names) > 1 else names[0]
    beyond = rest[rest.index(name) + 1 :]
    label = _IN_ROWS.get((key, name)) or label_of("", name)
    return f"{_named(label, name, beyond)} of {row}"


def _named(label: str, key: str, inside: list[str | int]) -> str:
    """A text has languages and wordings inside, a mapping names, a list numbers."""
    if key not in text_fields():
        names = [part for part in inside if isinstance(part, str)]
        return f"“{names[0]}” under “{label}”" if names and names[0] else f"“{label}”"
    language = next((f" ({language_name(part)})" for part in inside if isinstance(part, str)), "")
    wording = next((f", wording {part + 1}" for part in inside if isinstance(part, int)), "")
    return f"“{label}”{language}{wording}"


def _at(document: Written, path: Path) -> Written:
    here: Any = document
    for part in path:
        here = here[part]
    return here if isinstance(here, dict) else {}
