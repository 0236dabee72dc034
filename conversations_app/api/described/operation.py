"""Description of an operation: what it takes, what it gives, and every way that it can be refused."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse, extend_schema

from conversations_app.api.described.credentials import SCHEMES
from conversations_app.api.described.problem_codes import (
    ALWAYS,
    CODES,
    MEDIA_TYPE,
    WITH_BODY,
    WITH_CREDENTIAL,
    described,
    problem_schema,
)

F = TypeVar("F", bound=Callable[..., Any])

Requirement = dict[str, list[str]]

API_KEY, TOKEN, SESSION, TICKET = [Requirement({name: []}) for name in SCHEMES]
NOBODY: Requirement = {}

EVERYBODY = (API_KEY, TOKEN, SESSION)


@dataclass(frozen=True)
class Answer:
    """Answer to a request that succeeds. `schema` is the name of a schema, or a schema; None for an empty body."""

    text: str
    schema: str | dict[str, Any] | None = None
    example: Any = None
    media_type: str = "application/json"


def ref(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}


def header(name: str, text: str, **schema: Any) -> OpenApiParameter:
    return OpenApiParameter(name, {"type": "string", **schema}, OpenApiParameter.HEADER, description=text)


def operation(
    name: str,
    tag: str,
    summary: str,
    text: str,
    *,
    answers: Mapping[int, Answer],
    refusals: Iterable[str] = (),
    parameters: Sequence[Any] = (),
    body: str = "",
    body_examples: Mapping[str, Any] | None = None,
    credentials: Sequence[Requirement] = EVERYBODY,
    changes: bool = False,
) -> Callable[[F], F]:
    """`refusals` are codes besides those of every operation; what changes something needs staff's CSRF token."""
    codes = [*ALWAYS, *(WITH_CREDENTIAL if any(credentials) else ()), *(WITH_BODY if body else ()), *refusals]
    if changes and SESSION in credentials:
        codes.append("csrf_failed")
    given = {(status, answer.media_type): _response(answer) for status, answer in answers.items()}
    return extend_schema(
        operation_id=name,
        tags=[tag],
        summary=summary,
        description=text,
        parameters=list(parameters),
        request={"application/json": ref(body)} if body else None,
        responses={**given, **_problems(codes)},
        examples=[
            OpenApiExample(title, value, request_only=True, media_type="application/json")
            for title, value in (body_examples or {}).items()
        ],
        auth=list(credentials),  # type: ignore[arg-type]  # the hints know names only, not requirements
    )


def _response(answer: Answer) -> OpenApiResponse:
    schema = ref(answer.schema) if isinstance(answer.schema, str) else answer.schema
    examples = [OpenApiExample("Example", answer.example)] if answer.example is not None else []
    return OpenApiResponse(schema, description=answer.text, examples=examples)


def _problems(codes: Iterable[str]) -> dict[tuple[int, str], OpenApiResponse]:
    by_status: dict[int, list[str]] = defaultdict(list)
    for code in dict.fromkeys(codes):
        by_status[CODES[code][0]].append(code)
    return {
        (status, MEDIA_TYPE): OpenApiResponse(problem_schema(together), description=described(together))
        for status, together in sorted(by_status.items())
    }
