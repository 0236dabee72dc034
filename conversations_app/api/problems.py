"""Errors as RFC 9457 problem details, each with a stable code."""

from http import HTTPStatus
from typing import Annotated, Any, NotRequired

from django.conf import settings
from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.views import defaults
from pydantic import Field
from rest_framework.exceptions import APIException
from structlog.contextvars import get_contextvars
from typing_extensions import TypedDict

from conversations_app.api.described.problem_codes import CODES
from conversations_app.concurrency.contention import BUSY, BUSY_DETAIL, RETRY_SECONDS, is_busy
from conversations_app.refusals import Refused


class Problem(APIException):
    """Something the caller can mend."""

    def __init__(self, status: int, code: str, detail: str):
        super().__init__(detail, code)
        self.status_code = status

    @classmethod
    def of_refusal(cls, refused: Refused) -> "Problem":
        return cls(CODES[refused.code][0], refused.code, refused.detail)


class ProblemShape(TypedDict):
    """An error, as RFC 9457 has it."""

    type: str
    title: str
    status: int
    code: Annotated[str, Field(description="Stable: what programs go by.")]
    detail: Annotated[str, Field(description="For people.")]
    request_id: NotRequired[Annotated[str, Field(description="Under which the log tells more.")]]
    errors: NotRequired[
        Annotated[dict[str, list[str]], Field(description="By field, if the input is not as it must be.")]
    ]


def problem(status: int, code: str, detail: str, headers: dict[str, str] | None = None, **more: Any) -> JsonResponse:
    body: ProblemShape = {
        "type": "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "code": code,
        "detail": detail,
    }
    if "request_id" in get_contextvars():
        body["request_id"] = get_contextvars()["request_id"]
    return JsonResponse({**body, **more}, status=status, content_type="application/problem+json", headers=headers)


def too_many_open() -> JsonResponse:
    return problem(
        429, "too_many_open", "Too many connections are open. Close some first.", headers={"Retry-After": "10"}
    )


def problem_response(error: Exception, context: dict[str, Any]) -> HttpResponse | None:
    """Exception handler for DRF: its status and headers, our body. The refusal of a verb is an error of the caller."""
    if isinstance(error, Refused):
        error = Problem.of_refusal(error)
    if isinstance(error, RequestDataTooBig):
        return problem(413, "body_too_large", f"The body is larger than {settings.DATA_UPLOAD_MAX_MEMORY_SIZE} bytes.")
    if is_busy(error):
        busy = problem(503, BUSY, BUSY_DETAIL)
        busy["Retry-After"] = str(RETRY_SECONDS)
        return busy
    # Its module imports what the settings name, and that raises problems: so it can't be imported up there.
    from rest_framework.views import exception_handler

    response = exception_handler(error, context)
    if response is None:
        return None
    answer = problem(response.status_code, **_described(error))
    for header, value in response.headers.items():
        if header.lower() in ("www-authenticate", "retry-after", "allow"):
            answer[header] = value
    return answer


def _described(error: Exception) -> dict[str, Any]:
    if isinstance(error, Http404):
        return {"code": "not_found", "detail": "There is nothing at this address."}
    if isinstance(error, PermissionDenied):
        return {"code": "permission_denied", "detail": "You may not do this."}
    assert isinstance(error, APIException)
    if isinstance(error.detail, dict):
        errors = {field: [str(text) for text in texts] for field, texts in error.detail.items()}
        first = "; ".join(f"{field}: {texts[0]}" for field, texts in errors.items())
        return {"code": "invalid", "detail": first, "errors": errors}
    detail = error.detail[0] if isinstance(error.detail, list) else error.detail
    return {"code": str(getattr(detail, "code", error.default_code)), "detail": str(detail)}


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    if _is_api(request):
        return problem(400, "bad_request", "The request can't be read.")
    return defaults.bad_request(request, exception)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    if _is_api(request):
        return problem(404, "not_found", "There is nothing at this address.")
    return defaults.page_not_found(request, exception)


def server_error(request: HttpRequest) -> HttpResponse:
    if _is_api(request):
        return problem(500, "server_error", "Something went wrong on our side.")
    return defaults.server_error(request)


def _is_api(request: HttpRequest) -> bool:
    return request.path.startswith("/api/")
