"""Rate limits of the API: charged once it is known who asks, told in the headers of every answer under a limit."""

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from asgiref.sync import iscoroutinefunction
from django.http import HttpRequest, HttpResponse
from django.utils.decorators import sync_and_async_middleware
from rest_framework.exceptions import APIException
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from conversations_app.api.authentication import KeyHolder, StaffHolder, TokenHolder
from conversations_app.api.problems import Problem, problem
from conversations_app.concurrency.orm import in_orm_thread
from conversations_app.rate_limiting import Decision, address_of, take

if TYPE_CHECKING:
    from rest_framework.views import APIView  # which looks for the throttles while it is being imported

Charge = tuple[str, str]

_SLUG = re.compile(r"[-\w]{1,50}", re.ASCII)


class RateLimited(Problem):
    """DRF makes a Retry-After of `wait`."""

    def __init__(self, decision: Decision):
        super().__init__(429, "rate_limited", _detail(decision))
        self.wait = decision.retry_after


class RateLimits(BaseThrottle):
    def allow_request(self, request: Request, view: "APIView") -> bool:
        charges, unreadable = _read_charges(request)
        decision = take(*charges)
        if decision is not None:
            _note(request._request, decision)
            if not decision.allowed:
                raise RateLimited(decision)
        if unreadable is not None:
            raise unreadable
        return True


def _read_charges(request: Request) -> tuple[list[Charge], APIException | None]:
    """A body that can't be read costs as much as another."""
    charges: list[Charge] = []
    try:
        for charge in _charges(request):
            charges.append(charge)
    except APIException as unreadable:
        return charges, unreadable
    return charges, None


def _charges(request: Request) -> Iterator[Charge]:
    """Yields the limits that a request is charged to. A bucket's name holds who was recognised, never only what was
    asked for: so nobody is charged for what somebody else claims."""
    match = request.resolver_match
    # A HEAD request does the same work as its GET.
    method = "GET" if request.method == "HEAD" else request.method
    called = f"{method} {match.url_name if match else ''}"
    kind, who = _asking(request)
    if called == "POST conversations" and kind != "key":
        # Holders of a token or a session start one as any visitor does.
        yield "start_by_address", address_of(request._request)
        yield from _start_by_bot(request)
    elif match and called == "POST messages" and kind != "address":
        yield from _message(request, kind, who, str(match.kwargs["conversation_id"]))
    else:
        yield f"request_by_{kind}", who
        if called == "GET export" and kind != "address":
            yield "export_by_holder", f"{kind}:{who}"


def _asking(request: Request) -> tuple[str, str]:
    holder = request.user
    if isinstance(holder, KeyHolder):
        return "key", str(holder.key.pk)
    if isinstance(holder, TokenHolder):
        return "conversation", str(holder.conversation_id)
    if isinstance(holder, StaffHolder):
        return "staff", str(holder.user.pk)
    return "address", address_of(request._request)


def _start_by_bot(request: Request) -> Iterator[Charge]:
    """Charges the bot, after the address, which refuses first: one client can't use up the bot's limit."""
    slug = request.data.get("bot") if isinstance(request.data, dict) else None
    if isinstance(slug, str) and _SLUG.fullmatch(slug):
        yield "start_by_bot", slug


def _message(request: Request, kind: str, who: str, conversation_id: str) -> Iterator[Charge]:
    if kind == "conversation":
        yield "message_by_conversation", who
        yield "message_by_address", address_of(request._request)
    else:
        yield f"message_by_{kind}", who
        yield "message_by_conversation", f"{conversation_id}:{kind}:{who}"


@sync_and_async_middleware
def rate_limit_headers(get_response: Callable[[HttpRequest], Any]) -> Callable[[HttpRequest], Any]:
    """Adds the headers of rate limits. Also charges failed credentials: nobody tries them out without end."""

    async def answer_async(request: HttpRequest) -> Any:
        response = await get_response(request)
        if _is_stranger(request, response):
            response = _charged(request, response, await in_orm_thread(take, _stranger(request)))
        return _told(request, response)

    def answer(request: HttpRequest) -> Any:
        response = get_response(request)
        if _is_stranger(request, response):
            response = _charged(request, response, take(_stranger(request)))
        return _told(request, response)

    return answer_async if iscoroutinefunction(get_response) else answer


def _is_stranger(request: HttpRequest, response: HttpResponse) -> bool:
    return response.status_code == 401 and request.path_info.startswith("/api/") and _noted(request) is None


def _stranger(request: HttpRequest) -> Charge:
    return "request_by_address", address_of(request)


def _charged(request: HttpRequest, response: HttpResponse, decision: Decision | None) -> HttpResponse:
    if decision is None:
        return response
    _note(request, decision)
    if decision.allowed:
        return response
    refused = problem(429, "rate_limited", _detail(decision))
    refused["Retry-After"] = str(decision.retry_after)
    return refused


def _told(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    if decision := _noted(request):
        for name, value in decision.headers.items():
            response[name] = value
    return response


def _detail(decision: Decision) -> str:
    return f"Too many requests. Try again in {decision.retry_after} s."


def _note(request: HttpRequest, decision: Decision) -> None:
    request.rate_limit = decision  # type: ignore[attr-defined]


def _noted(request: HttpRequest) -> Decision | None:
    return getattr(request, "rate_limit", None)
