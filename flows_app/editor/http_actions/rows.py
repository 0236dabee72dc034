"""An action in rows: how its dialog shows it, and what the rows amount to as columns."""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from flows_app.actions import Problem
from flows_app.editor.http_actions.queries import join_url, split_url
from flows_app.editor.http_actions.written_values import read_value, written_value
from flows_app.limits import ACTION_SECONDS
from flows_app.models import HttpAction
from flows_app.outbound.headers import name_problem, value_problem
from flows_app.plain_json import check_storable

# Headers that prove who is calling, by their names.
SECRET_NAME = r"authorization|cookie|secret|token|password|api-?key|[-_]key$"  # noqa: S105  no secret, but a pattern

ROWS_AT_MOST = 200


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class Row(_Part):
    name: str = ""
    value: str = ""

    @property
    def is_empty(self) -> bool:
        return not (self.name.strip() or self.value.strip())


class HeaderRow(Row):
    """`value` of a secret one is what was entered just now; one that is stored comes back without it."""

    secret: bool = False
    stored: bool = False


class BodyRows(_Part):
    """`inputs`: none of its own, so all inputs are sent, or nothing by GET and DELETE."""

    kind: Literal["inputs", "rows", "json"] = "inputs"
    rows: Annotated[list[Row], Field(max_length=ROWS_AT_MOST)] = []
    text: str = ""


class ActionForm(_Part):
    name: str = ""
    description: str = ""
    method: str = HttpAction.Method.GET.value
    address: str = ""
    query: Annotated[list[Row], Field(max_length=ROWS_AT_MOST)] = []
    headers: Annotated[list[HeaderRow], Field(max_length=ROWS_AT_MOST)] = []
    body: BodyRows = BodyRows()
    inputs: Annotated[list[str], Field(max_length=ROWS_AT_MOST)] = []
    outputs: Annotated[list[Row], Field(max_length=ROWS_AT_MOST)] = []
    timeout: float = ACTION_SECONDS
    retries: int = 0
    idempotent: bool = False


def blank_form() -> dict[str, Any]:
    return ActionForm().model_dump(mode="json")


def form_of(action: HttpAction, *, with_secrets: bool) -> dict[str, Any]:
    """Secret headers come with their names alone, and to those who may not change the action not even with these."""
    address, query = split_url(action.url)
    secrets = sorted(action.secret_headers.items()) if with_secrets else []
    form = ActionForm(
        name=action.name,
        description=action.description,
        method=action.method,
        address=address,
        query=[Row(name=name, value=value) for name, value in query],
        headers=[
            *(HeaderRow(name=name, value=value) for name, value in action.headers.items()),
            *(HeaderRow(name=name, secret=True, stored=bool(stored)) for name, stored in secrets),
        ],
        body=body_rows(action.body),
        inputs=list(action.inputs),
        outputs=[Row(name=name, value=path) for name, path in action.outputs.items()],
        timeout=float(action.timeout),
        retries=action.retries,
        idempotent=action.idempotent,
    )
    return form.model_dump(mode="json")


def body_rows(body: Any) -> BodyRows:
    """Gives the body in rows if it is one level of plain values that rows give back as they are; else as JSON."""
    if body is None:
        return BodyRows()
    if isinstance(body, dict) and _fits_in_rows(body):
        return BodyRows(kind="rows", rows=[Row(name=key, value=written_value(value)) for key, value in body.items()])
    return BodyRows(kind="json", text=json.dumps(body, indent=2, ensure_ascii=False))


def _fits_in_rows(body: dict[str, Any]) -> bool:
    has_plain_names = all(name and name == name.strip() for name in body)
    has_plain_values = not any(isinstance(value, dict | list) for value in body.values())
    return has_plain_names and has_plain_values and len(body) <= ROWS_AT_MOST


@dataclass(frozen=True)
class Filled:
    """The columns that a form amounts to, but for the secrets: of these what was entered, and the names to keep."""

    fields: dict[str, Any]
    entered: dict[str, str]
    kept: frozenset[str]
    problems: tuple[Problem, ...]


def filled(form: ActionForm) -> Filled:
    """Empty rows say nothing."""
    plain = [row for row in form.headers if not row.secret and not row.is_empty]
    secret = [row for row in form.headers if row.secret and row.name.strip()]
    body, body_problems = _body(form.body)
    outputs = _filled_rows(form.outputs)
    fields = {
        "name": form.name.strip(),
        "description": form.description.strip(),
        "method": form.method,
        "url": join_url(form.address.strip(), [(row.name, row.value) for row in _filled_rows(form.query)]),
        "headers": {row.name.strip(): row.value for row in plain},
        "body": body,
        "inputs": [name.strip() for name in form.inputs if name.strip()],
        "outputs": {row.name.strip(): row.value.strip() for row in outputs},
        "timeout": form.timeout,
        "retries": form.retries,
        "idempotent": form.idempotent,
    }
    problems = (
        *_twice("headers", "header", [row.name.strip().lower() for row in (*plain, *secret)]),
        *_twice("outputs", "output", [row.name.strip() for row in outputs]),
        *_nameless("headers", "header", plain),
        *_nameless("query", "parameter", _filled_rows(form.query)),
        *_nameless("outputs", "output", outputs),
        *body_problems,
        *_secret_problems(secret),
    )
    entered = {row.name.strip(): row.value.strip() for row in secret if row.value.strip()}
    kept = frozenset(row.name.strip() for row in secret if not row.value.strip())
    return Filled(fields, entered, kept, tuple(problems))


def _filled_rows(rows: Iterable[Row]) -> list[Row]:
    return [row for row in rows if not row.is_empty]


def _body(body: BodyRows) -> tuple[Any, list[Problem]]:
    if body.kind == "inputs":
        return None, []
    if body.kind == "rows":
        rows = _filled_rows(body.rows)
        names = [row.name.strip() for row in rows]
        problems = [*_twice("body", "field", names), *_nameless("body", "field", rows)]
        return {row.name.strip(): read_value(row.value) for row in rows}, problems
    if not body.text.strip():
        return None, []
    try:
        value = json.loads(body.text)
        check_storable(value)
    except (ValueError, RecursionError) as broken:
        where = f" (line {broken.lineno})" if isinstance(broken, json.JSONDecodeError) else ""
        return None, [Problem("body", f"The body is no JSON yet{where}: names and texts stand in double quotes.")]
    return value, []


def _twice(field: str, word: str, names: list[str]) -> Iterator[Problem]:
    for name in dict.fromkeys(names):
        if name and names.count(name) > 1:
            yield Problem(field, f"The {word} “{name[:80]}” is there twice.")


def _nameless(field: str, word: str, rows: Iterable[Row]) -> Iterator[Problem]:
    if any(not row.name.strip() for row in rows):
        yield Problem(field, f"A {word} has no name.")


def _secret_problems(rows: Iterable[HeaderRow]) -> Iterator[Problem]:
    """They never quote a value."""
    for row in rows:
        if problem := name_problem(row.name.strip()) or value_problem(row.name.strip(), row.value.strip()):
            yield Problem("headers", problem)


def is_secret_name(name: str) -> bool:
    return re.search(SECRET_NAME, name, re.IGNORECASE) is not None
