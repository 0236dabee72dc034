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
    address = deployment.web.address
    deployment.create_admin("author", "a-long-password")
    page = browser.new_page()
    browsing.log_in(page, address, "author", "a-long-password")
    browsing.create_bot(page, address, "Concierge")
    browsing.write_greeting_flow(page, address, "Concierge")
    browsing.make_default_flow(page, address, "Concierge", "greet")

    page.goto(f"{address}/chat/concierge/")
    browsing.say(page, "hi")
    browsing.expect_transcript(page, "user: hi", "bot: What is your name?")

    deployment.kill()
    deployment.start()

    browsing.say(page, "Alice")
    whole = ("user: hi", "bot: What is your name?", "user: Alice", "bot: Hello, Alice!")
    browsing.expect_transcript(page, *whole)
    page.reload()
    browsing.expect_transcript(page, *whole)
