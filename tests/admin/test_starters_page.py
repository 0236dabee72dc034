"""The page of a bot's starters: rows in and out, and what is wrong with one."""

from typing import Any

import pytest
from django.test import Client

from flows_app.admin.starters_form import StartersForm
from flows_app.models import Bot
from tests.support.authoring import make_bot

pytestmark = pytest.mark.django_db


@pytest.fixture
def bot() -> Bot:
    bot = make_bot()
    bot.languages = ["en", "es"]
    bot.save()
    return bot


def post(client: Client, bot: Bot, **fields: Any) -> Any:
    form = StartersForm(bot=bot)
    shown = {name: form[name].initial or "" for name in form.fields}
    answer = client.post(f"/admin/flows_app/bot/{bot.pk}/starters/", {**shown, **fields}, follow=True)
    bot.refresh_from_db()
    return answer


def row(place: int, flow: str, en: str, es: str) -> dict[str, str]:
    return {f"flow-{place}": flow, f"label-{place}-en": en, f"label-{place}-es": es}


def test_what_is_saved_is_shown_again_and_an_empty_row_is_none(admin_client: Client, bot: Bot) -> None:
    answer = post(admin_client, bot, **row(1, "greet", "Say hello", "Saludar"))

    assert bot.settings["starters"] == [{"label": {"en": "Say hello", "es": "Saludar"}, "flow": "greet"}]
    assert "new conversations begin with them" in answer.content.decode()
    assert 'value="Saludar"' in admin_client.get(f"/admin/flows_app/bot/{bot.pk}/starters/").content.decode()

    post(admin_client, bot, **row(0, "", "", ""))
    assert "starters" not in bot.settings


def test_one_text_for_all_languages(admin_client: Client, bot: Bot) -> None:
    post(admin_client, bot, **row(0, "greet", "Hola", "Hola"))

    assert bot.settings["starters"] == [{"label": "Hola", "flow": "greet"}]


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (row(0, "", "Say hello", ""), "Choose the flow that the button starts."),
        (row(0, "greet", "", ""), "Write what the button says."),
    ],
)
def test_half_a_row_is_told(admin_client: Client, bot: Bot, wrong: dict[str, str], told: str) -> None:
    assert told in post(admin_client, bot, **wrong).content.decode()
    assert "starters" not in bot.settings


def test_a_flow_that_is_gone_is_told(admin_client: Client, bot: Bot) -> None:
    bot.settings = {"starters": [{"label": "Gone", "flow": "gone"}]}
    bot.save()

    assert "The bot has no flow “gone”." in post(admin_client, bot).content.decode()


def test_nobody_overwrites_what_somebody_else_has_saved(admin_client: Client, bot: Bot) -> None:
    fields = row(0, "greet", "Mine", "Mío")
    post(admin_client, bot, **row(0, "greet", "Theirs", "Suyo"))

    post(admin_client, bot, seen="old", **fields)

    assert bot.settings["starters"][0]["label"]["en"] == "Theirs"
