"""Shared by all endpoints of the editor's page, the simulator's too: JSON in and out, rights by bot, and one
shape of refusal."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from django.contrib import admin
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, RawPostDataException
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_protect

from flows_app.drafts.taking_apart import Written
from flows_app.editor.documents import DocumentRefused, checked_document
from flows_app.limits import DOCUMENT_BYTES
from flows_app.models import Flow
from flows_app.plain_json import storable_text
from flows_app.rights import Right, bots_with


class Refused(Exception):
    """An answer that says why not."""

    def __init__(self, status: int, code: str, detail: str, **more: Any):
        super().__init__(detail)
        self.status = status
        self.body = {"code": code, "detail": detail, **more}


class Asked:
    """One request about one flow, by somebody who may see it."""

    def __init__(self, request: HttpRequest, flow: Flow):
        self.request = request
        self.flow = flow

    @property
    def person(self) -> User:
        """Person who asks; nobody gets here without having signed in."""
        person: Any = self.request.user
        return person  # type: ignore[no-any-return]

    @property
    def body(self) -> dict[str, Any]:
        if not self.request.body:
            return {}
        try:
            read = json.loads(self.request.body, parse_constant=_no_number)
        except (ValueError, RecursionError):
            raise Refused(400, "no_json", "The request holds no JSON that can be read.") from None
        if not isinstance(read, dict):
            raise Refused(400, "no_json", "The request must hold a JSON object.")
        return read

    def document(self, body: dict[str, Any]) -> Written:
        try:
            return checked_document(body.get("document"))
        except DocumentRefused as refused:
            raise Refused(400, "document_refused", str(refused)) from None

    def log(self, sentence: str) -> None:
        """Writes to Django's own history of the flow."""
        LogEntry.objects.log_actions(self.person.pk, [self.flow], CHANGE, sentence, single_object=True)


Answer = Callable[..., Any]


def answering(by_method: Mapping[str, Answer], *, at_most: int = DOCUMENT_BYTES) -> Callable[..., HttpResponse]:
    """A view. For each method (`get`, `post`, …) a function of what is asked gives JSON, or raises `Refused`. Requests
    have so many bytes at most."""

    @never_cache
    @csrf_protect
    def view(request: HttpRequest, flow_id: int, **rest: Any) -> HttpResponse:
        try:
            return JsonResponse(_answer(by_method, at_most, request, flow_id, rest))
        except Refused as refused:
            return JsonResponse(refused.body, status=refused.status)
        except RequestDataTooBig:
            sentence = f"The request is larger than {at_most:,} bytes: divide the flow."
            return JsonResponse({"code": "too_large", "detail": sentence}, status=413)
        except PermissionDenied as denied:
            return JsonResponse({"code": "forbidden", "detail": str(denied)}, status=403)
        except Http404 as missing:
            return JsonResponse({"code": "not_found", "detail": str(missing)}, status=404)

    return view


def _answer(
    by_method: Mapping[str, Answer], at_most: int, request: HttpRequest, flow_id: int, rest: dict[str, Any]
) -> Any:
    if not admin.site.has_permission(request):
        raise Refused(401, "signed_out", "Sign in to go on; what you have written stays on this page.")
    flow = _flow(request, flow_id)
    if flow is None:
        raise Http404("There is no such flow.")
    answer = by_method.get(str(request.method).lower())
    if answer is None:
        raise Refused(405, "not_possible", f"{request.method} is not possible here.")
    if len(_sent(request)) > at_most:
        raise RequestDataTooBig
    return answer(Asked(request, flow), **rest)


def _flow(request: HttpRequest, flow_id: int) -> Flow | None:
    """Returns None (so 404) without the view right."""
    visible = Flow.objects.filter(bot__in=bots_with(request.user, Right.VIEW))
    return visible.select_related("bot", "current_version", "draft_saved_by").filter(pk=flow_id).first()


def _sent(request: HttpRequest) -> bytes:
    try:
        return request.body
    except RawPostDataException:
        # A form with files, which was read in search of its token.
        raise Refused(400, "no_json", "The request holds no JSON that can be read.") from None


def _no_number(constant: str) -> None:
    raise ValueError(f"{constant} is no JSON")


def number(body: dict[str, Any], key: str) -> int:
    value = body.get(key)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 2**31:
        raise Refused(400, "missing", f"“{key}” must be a whole number.")
    return value


def text(body: dict[str, Any], key: str, *, at_most: int, default: str | None = None) -> str:
    value = body.get(key, default)
    if not isinstance(value, str):
        raise Refused(400, "missing", f"“{key}” must be a text.")
    if len(value) > at_most:
        raise Refused(400, "too_long", f"“{key}” has more than {at_most:,} characters.")
    if not storable_text(value):
        raise Refused(400, "no_text", f"“{key}” holds characters that are no text.")
    return value
