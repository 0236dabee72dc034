"""The first story as a deployment: PostgreSQL, Redis, and web and worker processes of their own."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.stories import browsing
from tests.support.deployment import Deployment

pytestmark = pytest.mark.processes


@pytest.fixture
def deployment(postgresql_url: str, redis_url: str, tmp_path: Path) -> Iterator[Deployment]:
    with Deployment.on(postgresql_url, redis_url, tmp_path) as running:
        yield running


def test_written_in_the_admin_published_and_chatted_through_a_power_cut(
    deployment: Deployment, browser: Browser
) -> None:
    deployment.create_admin("author", "a-long-password")

    def power_cut() -> None:
        deployment.kill()
        deployment.start()

    browsing.author_chat_and_lose_power(
        browser.new_page(), deployment.web.address, "author", "a-long-password", power_cut
    )
