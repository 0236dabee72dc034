from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.test import Client

from flows_app.models import Flow
from tests.support.authoring import make_bot
from tests.support.people import person


@pytest.fixture
def flow() -> Flow:
    flow = make_bot().default_flow
    assert flow is not None
    return Flow.objects.select_related("bot", "current_version").get(pk=flow.pk)


@pytest.fixture
def ana(flow: Flow) -> Client:
    client = Client()
    client.force_login(person("ana", publisher=flow.bot))
    return client


@pytest.fixture
def bea(flow: Flow) -> Client:
    client = Client()
    client.force_login(person("bea", publisher=flow.bot))
    return client


@pytest.fixture
def empty_cache() -> Iterator[None]:
    """Who was there in another test is not here."""
    cache.clear()
    yield
    cache.clear()
