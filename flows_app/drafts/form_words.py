"""Names of a document's parts, as the editor's forms show them."""

from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from flows_app.drafts.places import part_of
from flows_app.drafts.taking_apart import Written
from flows_app.flow_language.complaints import Spelling
from flows_app.flow_language.labels import label_of
from flows_app.flow_language.language_names import language_name
from flows_app.flow_language.text_places import text_fields
from flows_app.validation.findings import Path

# Name of a list's row, what to say where there is none, and names of its fields.
_ROWS = {
    "triggers": _("Example"),
    "options": _("Quick reply"),
    "choices": _("Choice"),
    "validators": _("Check"),
    "cases": _("Case"),
}
_NO_ROW = {
    "triggers": _("It needs at least one example."),
    "options": _("It needs at least one quick reply."),
    "choices": _("It needs at least one choice."),
    "validators": _("It needs at least one check."),
    "cases": _("It needs at least one case."),
}
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
    unknown = _("{subject} is no field that is known here.")
    yes_or_no = _("{subject} must be yes or no.")

    def __init__(self, document: Written):
        self._document = document

    def subject(self, path: Path) -> str:
        form, inside = self._form_at(path)
        if not inside:
            return str({"flow": _("The flow"), "slot": _("This slot")}.get(form, _("This step")))
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
        """Says that a list whose rows the form shows is empty; the list itself has no name there."""
        inside = self._form_at(path)[1]
        return str(_NO_ROW.get(str(inside[0]), "")) if len(inside) == 1 else ""

    def _form_at(self, path: Path) -> tuple[str, Path]:
        """Whose form it is in (a type of step, `slot` or `flow`), and the place in that."""
        at = part_of(path)
        if not at:
            return "flow", path
        kind = _at(self._document, at).get("type") if "steps" in at else "slot"
        return kind if isinstance(kind, str) else "", path[len(at) :]


def _row(key: str, inside: list[str | int]) -> str:
    number, *rest = inside
    row = f"{_ROWS[key]} {number + 1}" if isinstance(number, int) else str(_ROWS[key])
    names = [part for part in rest if isinstance(part, str)]
    if not names:
        return row
    # In a command, its own field is named: the slot, the step or the flow.
    name = names[1] if names[0] == "command" and len(names) > 1 else names[0]
    beyond = rest[rest.index(name) + 1 :]
    label = _IN_ROWS.get((key, name)) or label_of("", name)
    return gettext("{field} of {row}").format(field=_named(label, name, beyond), row=row[0].lower() + row[1:])


def _named(label: str, key: str, inside: list[str | int]) -> str:
    """A text has languages and wordings inside, a mapping names, a list numbers."""
    if key not in text_fields():
        names = [part for part in inside if isinstance(part, str)]
        if not (names and names[0]):
            return f"“{label}”"
        return gettext("“{name}” under “{label}”").format(name=names[0], label=label)
    language = next((f" ({language_name(part)})" for part in inside if isinstance(part, str)), "")
    wording = next((part + 1 for part in inside if isinstance(part, int)), None)
    if wording is None:
        return f"“{label}”{language}"
    return gettext("“{label}”{language}, wording {number}").format(label=label, language=language, number=wording)


def _at(document: Written, path: Path) -> Written:
    here: Any = document
    for part in path:
        here = here[part]
    return here if isinstance(here, dict) else {}
