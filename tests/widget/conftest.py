from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.support.chromium import running_chromium
from tests.widget.host import HostSite, host_site
from tests.widget.platform import Platform, running_platform
from tests.widget.widget import Widget

OpenPage = Callable[..., Page]


@pytest.fixture(scope="package")
def site() -> Iterator[HostSite]:
    with host_site() as running:
        yield running


@pytest.fixture(scope="package")
def platform(tmp_path_factory: pytest.TempPathFactory, site: HostSite) -> Iterator[Platform]:
    """One for all tests that don't end it."""
    with running_platform(tmp_path_factory.mktemp("platform"), site) as running:
        yield running


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """None of these tests asks the ORM, so one browser serves them all."""
    with running_chromium() as launched:
        yield launched


@pytest.fixture
def visitor(chromium: Browser) -> Iterator[Callable[..., BrowserContext]]:
    """A browser of its own, with nothing kept in it; `visitor(is_mobile=True)` and so on."""
    contexts: list[BrowserContext] = []

    def come(**options: Any) -> BrowserContext:
        context = chromium.new_context(**{"viewport": {"width": 1280, "height": 800}, **options})
        contexts.append(context)
        return context

    yield come
    for context in contexts:
        context.close()


@pytest.fixture
def faults() -> Iterator[list[str]]:
    """No script of the widget may fail, whatever happens."""
    seen: list[str] = []
    yield seen
    assert seen == []


@pytest.fixture
def visit(visitor: Callable[..., BrowserContext], faults: list[str]) -> Callable[..., Widget]:
    """`visit(address)` in a browser of its own, or in `context`, where a visitor has been before."""

    def go(address: str, context: BrowserContext | None = None, **options: Any) -> Widget:
        page = (context or visitor(**options)).new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(address)
        return Widget(page)

    return go


@pytest.fixture
def bank(site: HostSite, platform: Platform) -> str:
    """A page with the demo bank's launcher."""
    return site.put("/bank", "<main><h1>A site</h1><a href='#'>A link</a></main>" + platform.tag("demo-bank"))


@pytest.fixture
def workshop(site: HostSite, platform: Platform) -> str:
    return site.put("/workshop", "<main><h1>A site</h1></main>" + platform.tag("workshop"))
