"""In which language a visitor is spoken to."""

import pytest
from django.test import Client

from flows_app.models import Bot

pytestmark = pytest.mark.django_db


@pytest.fixture
def bot() -> Bot:
    return Bot.objects.create(name="Bank", slug="bank", public=True, languages=["en", "es"])


@pytest.mark.parametrize(
    ("address", "accepted", "spoken"),
    [
        ("/chat/bank/", "", "en"),
        ("/chat/bank/", "es-MX,es;q=0.9,en;q=0.8", "es"),
        ("/chat/bank/", "fr,de;q=0.5", "en"),
        ("/chat/bank/?lang=es", "en", "es"),
        ("/chat/bank/?lang=fr", "es", "es"),
        ("/chat/bank/?lang=%3Cscript%3E", "", "en"),
    ],
)
def test_the_address_counts_before_the_browser(
    client: Client, bot: Bot, address: str, accepted: str, spoken: str
) -> None:
    page = client.get(address, headers={"accept-language": accepted}).content.decode()

    assert f'data-language="{spoken}"' in page
    assert f'lang="{spoken}" title=' in page.split("aria-current")[0].rsplit("<a", 1)[-1]


def test_a_bot_of_one_language_offers_no_others(client: Client, bot: Bot) -> None:
    bot.languages = ["pt"]
    bot.save()

    page = client.get("/chat/bank/").content.decode()

    assert 'data-language="pt"' in page
    assert 'class="languages"' not in page
