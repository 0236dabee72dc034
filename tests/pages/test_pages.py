"""The pages that carry the widget."""

import re

import pytest
from django.test import Client

from flows_app.models import Bot

pytestmark = pytest.mark.django_db


@pytest.fixture
def bot() -> Bot:
    return Bot.objects.create(name="Bank", slug="bank", public=True, languages=["en", "es"])


def tag(page: str) -> str:
    (found,) = re.findall(r'<script src="/widget\.js"[^>]*></script>', page)
    return str(found)


def test_the_chat_page_is_filled_by_the_widget(client: Client, bot: Bot) -> None:
    page = client.get("/chat/bank/?lang=es").text

    options = 'data-bot="bank" data-mode="inline" data-target="#chat" data-language="es"'
    assert tag(page) == f'<script src="/widget.js" {options} async></script>'
    assert 'id="chat"' in page
    assert 'href="/"' in page
    assert "<noscript>" in page


def test_the_demo_page_carries_it_as_a_host_would(client: Client, bot: Bot) -> None:
    page = client.get("/demo/bank/").text

    assert tag(page) == '<script src="/widget.js" data-bot="bank" data-language="en" async></script>'
    assert "This site is made up" in page
    assert "<noscript>" in page


def test_the_home_page_leads_to_both(client: Client, bot: Bot) -> None:
    page = client.get("/").text

    assert 'href="/chat/bank/"' in page
    assert 'href="/demo/bank/"' in page


@pytest.mark.parametrize("place", ["chat", "demo"])
def test_of_bots_that_are_not_public_there_is_nothing(client: Client, bot: Bot, place: str) -> None:
    assert client.get(f"/{place}/none/").status_code == 404
    bot.public = False
    bot.save()
    assert client.get(f"/{place}/bank/").status_code == 404


@pytest.mark.parametrize("place", ["chat", "demo"])
def test_pictures_may_come_from_elsewhere_and_nothing_else(client: Client, bot: Bot, place: str) -> None:
    def policy(address: str) -> dict[str, list[str]]:
        parts = (part.split() for part in client.get(address).headers["Content-Security-Policy"].split(";"))
        return {name: sources for name, *sources in parts}

    assert policy(f"/{place}/bank/") == policy("/") | {"img-src": ["'self'", "data:", "https:"]}
