"""CORS: which web pages may read the API's answers, bot by bot.

A bot's list of origins decides, and nothing else: an answer about one bot is not for pages that another one allows. No
cookie is ever let through: pages of other sites hold a conversation's token, and send it in a header.
"""

import time
from collections.abc import Callable
from functools import lru_cache
from typing import Any
from uuid import UUID

from asgiref.sync import iscoroutinefunction
from django.db.models.signals import post_delete, post_save
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from django.utils.decorators import sync_and_async_middleware

from conversations_app.concurrency.orm import in_orm_thread
from conversations_app.models import Conversation
from conversations_app.origins import origin_allowed, same_origin
from flows_app.models import Bot

# So long a page may go on after its origin was taken off the list: to read answers, not to start or to connect.
KNOWN_SECONDS = 10
CONVERSATIONS_REMEMBERED = 10_000
PREFLIGHT_SECONDS = "600"

_METHODS = "GET, POST, PUT, PATCH, DELETE"
_REQUEST_HEADERS = "Authorization, Content-Type, Idempotency-Key, Last-Event-ID"
_RESPONSE_HEADERS = ", ".join(
    (
        "X-RateLimit-Limit",
        "X-RateLimit-Remaining",
        "X-RateLimit-Reset",
        "Retry-After",
        "Idempotent-Replayed",
        "X-Request-ID",
    )
)


@sync_and_async_middleware
def cross_origin(get_response: Callable[[HttpRequest], Any]) -> Callable[[HttpRequest], Any]:
    async def answer_async(request: HttpRequest) -> Any:
        origin = _foreign_origin(request)
        if origin is None:
            return _varying(request, await get_response(request))
        if _is_preflight(request):
            known = _lists.known()
            return _preflight(origin, await in_orm_thread(_lists.load) if known is None else known)
        response = await get_response(request)
        return _varying(request, await in_orm_thread(_shared, request, response, origin))

    def answer(request: HttpRequest) -> Any:
        origin = _foreign_origin(request)
        if origin is None:
            return _varying(request, get_response(request))
        if _is_preflight(request):
            return _preflight(origin, _lists.now())
        return _varying(request, _shared(request, get_response(request), origin))

    return answer_async if iscoroutinefunction(get_response) else answer


def _foreign_origin(request: HttpRequest) -> str | None:
    """Gives the origin of a page that is not ours; None outside the API: the rest is for our own pages only."""
    origin = request.headers.get("Origin")
    if not origin or not _is_api(request) or same_origin(origin, f"{request.scheme}://{request.get_host()}"):
        return None
    return origin


def _is_api(request: HttpRequest) -> bool:
    return request.path_info.startswith("/api/")


def _is_preflight(request: HttpRequest) -> bool:
    return request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers


def _preflight(origin: str, bots: list[Bot]) -> HttpResponse:
    """Answers a preflight request. It has no credential and no body, so the bot is not known: whether it allows the
    page shows in the answer to the request itself."""
    response = HttpResponse(status=204)
    if _allowed_by_any(bots, origin):
        response["Access-Control-Allow-Origin"] = origin
        response["Access-Control-Allow-Methods"] = _METHODS
        response["Access-Control-Allow-Headers"] = _REQUEST_HEADERS
        response["Access-Control-Max-Age"] = PREFLIGHT_SECONDS
    patch_vary_headers(response, ("Origin", "Access-Control-Request-Method", "Access-Control-Request-Headers"))
    return response


def _shared(request: HttpRequest, response: HttpResponse, origin: str) -> HttpResponse:
    if _may_read(request, response, origin):
        response["Access-Control-Allow-Origin"] = origin
        response["Access-Control-Expose-Headers"] = _RESPONSE_HEADERS
    return response


def _may_read(request: HttpRequest, response: HttpResponse, origin: str) -> bool:
    bots = _lists.now()
    asked_for = _bot_in_question(request, response)
    if asked_for is not None:
        return any(_allows(bot, origin) for bot in bots if asked_for in (bot.pk, bot.slug))
    # A refusal before a bot was found discloses nothing of any bot, but pages want to read why.
    return response.status_code >= 400 and _allowed_by_any(bots, origin)


def _bot_in_question(request: HttpRequest, response: HttpResponse) -> int | str | None:
    """Gives the bot's id or slug: the conversation's, the one in the address, or the one in the answer."""
    named = request.resolver_match.kwargs if request.resolver_match else {}
    if "conversation_id" in named:
        return _bot_of(named["conversation_id"])
    told = getattr(response, "data", None)
    slug = named.get("bot") or named.get("slug") or (told.get("bot") if isinstance(told, dict) else None)
    return slug if isinstance(slug, str) else None


def _allowed_by_any(bots: list[Bot], origin: str) -> bool:
    return any(_allows(bot, origin) for bot in bots)


def _allows(bot: Bot, origin: str) -> bool:
    return origin != "null" and origin_allowed(bot, origin, own_origin="")


def _bot_of(conversation_id: UUID) -> int | None:
    try:
        return _remembered_bot_of(conversation_id)
    except Conversation.DoesNotExist:
        return None


@lru_cache(maxsize=CONVERSATIONS_REMEMBERED)
def _remembered_bot_of(conversation_id: UUID) -> int:
    """A conversation never changes its bot. One that is not there is not remembered."""
    return Conversation.objects.values_list("bot_id", flat=True).get(pk=conversation_id)


def _varying(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Sets Vary: a cache must not give an answer to a page of another origin."""
    if _is_api(request):
        patch_vary_headers(response, ("Origin",))
    return response


class _Lists:
    """The bots that allow other origins, as they were a moment ago."""

    def __init__(self) -> None:
        self._bots: list[Bot] = []
        self._loaded_at = float("-inf")

    def now(self) -> list[Bot]:
        known = self.known()
        return self.load() if known is None else known

    def known(self) -> list[Bot] | None:
        """Gives the bots if they were loaded recently; else None: then the database is to be asked, in a thread."""
        return self._bots if time.monotonic() - self._loaded_at < KNOWN_SECONDS else None

    def load(self) -> list[Bot]:
        at = time.monotonic()
        self._bots = list(Bot.objects.exclude(allowed_origins=[]).only("slug", "allowed_origins"))
        self._loaded_at = at
        return self._bots

    def forget(self, **_: Any) -> None:
        self._loaded_at = float("-inf")


_lists = _Lists()
# In the process where a list is changed it holds at once.
post_save.connect(_lists.forget, sender=Bot)
post_delete.connect(_lists.forget, sender=Bot)
