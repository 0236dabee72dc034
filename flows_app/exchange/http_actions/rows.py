"""A definition as the fields of its row, and a row as it is written in YAML."""

from typing import Any

from pydantic import ValidationError

from flows_app.flow_language import HttpActionDefinition
from flows_app.models import HttpAction

_COLUMNS = tuple(name for name in HttpActionDefinition.model_fields if name != "secret_headers")
_NOTHING: tuple[Any, ...] = ("", [], {}, None)


def action_as_written(action: HttpAction) -> dict[str, Any]:
    """A row that is no definition is written as it is, as a slot's is: nothing of it is lost."""
    row = {name: getattr(action, name) for name in _COLUMNS} | {"secret_headers": secret_names(action)}
    try:
        return HttpActionDefinition.model_validate(row).as_written()
    except ValidationError:
        return {key: value for key, value in row.items() if value not in _NOTHING}


def fields_of(definition: HttpActionDefinition) -> dict[str, Any]:
    """All of the row but its secrets."""
    fields = definition.model_dump(mode="json", exclude={"secret_headers"})
    return fields | {"timeout": float(definition.timeout)}


def secret_names(action: HttpAction) -> list[str]:
    """Gives the names of the secrets in alphabetical order: a database need not keep the order of a mapping's keys."""
    return sorted(action.secret_headers) if isinstance(action.secret_headers, dict) else []
