import json
from typing import Any

from django import forms
from django.forms.fields import InvalidJSONInput
from django.utils.translation import gettext


def lines_of(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


class LinesField(forms.CharField):
    """A list of short texts, edited as one text a line."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("widget", forms.Textarea(attrs={"rows": 4, "cols": 60}))
        super().__init__(required=False, **options)

    def prepare_value(self, value: Any) -> Any:
        return "\n".join(value) if isinstance(value, list) else value

    def to_python(self, value: Any) -> Any:
        return lines_of(value or "")

    def clean(self, value: Any) -> Any:
        # A disabled field hands over its initial value, which is a list already.
        return value if isinstance(value, list) else super().clean(value)

    def has_changed(self, initial: Any, data: Any) -> bool:
        return not self.disabled and bool((initial or []) != self.to_python(data))


class ObjectField(forms.JSONField):
    """A JSON object in a text area, indented so that it can be read; an empty box is the empty object."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("widget", forms.Textarea(attrs={"rows": 10, "cols": 60, "spellcheck": "false"}))
        super().__init__(required=False, **options)

    def prepare_value(self, value: Any) -> Any:
        if isinstance(value, InvalidJSONInput):
            return value
        if isinstance(value, str):
            return value
        return json.dumps(value, indent=2, ensure_ascii=False) if value else ""

    def to_python(self, value: Any) -> Any:
        read = super().to_python(value)
        if read is not None and not isinstance(read, dict):
            raise forms.ValidationError(gettext('Write a JSON object, such as {"icon": "star"}.'))
        return read or {}

    def has_changed(self, initial: Any, data: Any) -> bool:
        return not self.disabled and super().has_changed(initial, data)
