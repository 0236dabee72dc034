"""Tracks who else has the editor of a flow open. Kept in the cache: what is lost comes back with the next call, and
while the cache is away nobody is seen, but everybody can write."""

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.contrib.auth.models import User
from django.core.cache import cache
from redis.exceptions import RedisError

from flows_app.limits import PRESENCE_SECONDS, PRESENCE_STEP_LENGTH, PRESENCE_TAB_LENGTH, PRESENT_TABS
from flows_app.models import Flow
from flows_app.people import shown_name

logger = logging.getLogger(__name__)

Tabs = dict[str, dict[str, Any]]


def note_presence(flow: Flow, person: User, *, tab: str, step: str = "", left: bool = False) -> list[dict[str, Any]]:
    """Notes where this tab is, and gives the others. One of two simultaneous calls may be lost: it is made again
    soon."""
    tabs = _tabs_of(flow)
    own = f"{person.pk}:{tab[:PRESENCE_TAB_LENGTH]}"
    tabs.pop(own, None)
    others = _others(tabs, person)
    if not left and len(tabs) < PRESENT_TABS:
        here = {"id": person.pk, "name": shown_name(person), "step": step[:PRESENCE_STEP_LENGTH], "at": time.time()}
        tabs[own] = here
    with _cache_may_be_away():
        cache.set(_key(flow), tabs, PRESENCE_SECONDS)
    return others


def others_at(flow: Flow, person: User) -> list[dict[str, Any]]:
    """Gives the others at the flow, for a page that is just being opened and is no tab yet."""
    return _others(_tabs_of(flow), person)


def _others(tabs: Tabs, person: User) -> list[dict[str, Any]]:
    return [
        {
            "id": tab["id"],
            "name": "you, in another tab" if tab["id"] == person.pk else tab["name"],
            "step": tab["step"],
        }
        for tab in tabs.values()
    ]


def _tabs_of(flow: Flow) -> Tabs:
    tabs: Tabs = {}
    with _cache_may_be_away():
        tabs = cache.get(_key(flow)) or {}
    since = time.time() - PRESENCE_SECONDS
    return {key: tab for key, tab in tabs.items() if tab["at"] > since}


@contextmanager
def _cache_may_be_away() -> Iterator[None]:
    try:
        yield
    except (RedisError, OSError) as failed:
        logger.warning("Who else is at a flow can't be told: %r", failed)


def _key(flow: Flow) -> str:
    return f"flow-editor-presence:{flow.pk}"
