"""Pages for machines that watch this one. They come first of all middleware: a probe knows neither our host names nor
https, and is no line in the log."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from asgiref.sync import async_to_sync, iscoroutinefunction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.decorators import sync_and_async_middleware
from prometheus_client import CONTENT_TYPE_LATEST

from conversations_app.api.problems import problem
from conversations_app.turn.backlog import count_backlog
from soniplatform.observing.exposition import backlog_metrics, counted_metrics
from soniplatform.observing.probing import ask_database
from soniplatform.observing.readiness import OK, check_readiness
from soniplatform.observing.scrapers import may_scrape

logger = logging.getLogger(__name__)

Page = Callable[[HttpRequest], Awaitable[HttpResponse]]


@sync_and_async_middleware
def operator_pages(get_response: Callable[[HttpRequest], Any]) -> Callable[[HttpRequest], Any]:
    async def answer_async(request: HttpRequest) -> Any:
        page = _page(request)
        return await page(request) if page else await get_response(request)

    def answer(request: HttpRequest) -> Any:
        page = _page(request)
        return async_to_sync(page)(request) if page else get_response(request)

    return answer_async if iscoroutinefunction(get_response) else answer


def _page(request: HttpRequest) -> Page | None:
    return _PAGES.get(request.path_info) if request.method in ("GET", "HEAD") else None


async def healthz(request: HttpRequest) -> HttpResponse:
    """The process is up, and its event loop turns. Nothing else is asked: a restart mends no database."""
    return JsonResponse({"status": OK})


async def readyz(request: HttpRequest) -> HttpResponse:
    checks = await check_readiness()
    if wrong := [name for name, state in checks.items() if state != OK]:
        return problem(503, "not_ready", f"Not ready: {', '.join(wrong)}.", checks=checks)
    return JsonResponse({"status": OK, "checks": checks})


async def metrics(request: HttpRequest) -> HttpResponse:
    if not may_scrape(request.META.get("REMOTE_ADDR", ""), request.headers):
        return problem(404, "not_found", "There is nothing at this address.")
    counted = await asyncio.to_thread(counted_metrics)
    return HttpResponse(counted + await _backlog(), content_type=CONTENT_TYPE_LATEST)


async def _backlog() -> bytes:
    """Nothing if the database does not answer: what this process has counted is wanted then more than ever."""
    try:
        return backlog_metrics(await ask_database(count_backlog))
    except Exception as failed:  # noqa: BLE001
        logger.warning("The backlog can't be counted: %s.", type(failed).__name__)
        return b""


_PAGES: dict[str, Page] = {"/healthz": healthz, "/readyz": readyz, "/metrics": metrics}
