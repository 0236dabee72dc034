"""The page for how a bot's chat widget looks."""

import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from flows_app.admin.theme_form import ThemeForm
from flows_app.flow_language import Theme
from flows_app.flow_language.theme import THEME_TEXTS
from flows_app.models import AuditEntry, Bot
from tests.admin.posting import bot_page
from tests.support.people import person

pytestmark = pytest.mark.django_db


@pytest.fixture
def bot() -> Bot:
    return Bot.objects.create(name="Shop", slug="shop", public=True, languages=["en", "es"])


@pytest.fixture
def publisher(client: Client, bot: Bot) -> Client:
    client.force_login(person("ana", publisher=bot))
    return client


def address(bot: Bot) -> str:
    return f"/admin/flows_app/bot/{bot.pk}/widget/"


def posted(bot: Bot, **fields: Any) -> dict[str, Any]:
    """What the browser posts with these fields changed; a box that is not ticked is not sent."""
    form = ThemeForm(bot=bot)
    shown = {name: form[name].initial for name in form.fields} | fields
    return {name: value for name, value in shown.items() if value is not None and value is not False}


def save(client: Client, bot: Bot, **fields: Any) -> dict[str, Any]:
    """Gives what is stored afterwards."""
    response = client.post(address(bot), posted(bot, **fields))
    assert response.status_code == 302, response.context["form"].errors
    bot.refresh_from_db()
    settings: dict[str, Any] = bot.settings
    return settings


def errors(client: Client, bot: Bot, **fields: Any) -> dict[str, list[str]]:
    before = bot.settings
    response = client.post(address(bot), posted(bot, **fields))
    assert response.status_code == 200
    bot.refresh_from_db()
    assert bot.settings == before
    found: dict[str, list[str]] = response.context["form"].errors
    return found


def test_the_bots_page_leads_to_a_field_for_every_setting_of_the_theme(publisher: Client, bot: Bot) -> None:
    assert f'href="{address(bot)}"' in publisher.get(f"/admin/flows_app/bot/{bot.pk}/change/").text

    page = publisher.get(address(bot)).text

    for name in Theme.model_fields:
        names = [f"{name}-en", f"{name}-es"] if name in THEME_TEXTS else [name]
        for field in names:
            assert f'name="{field}"' in page, field
    assert "Spanish (es)" in page


def test_only_what_is_not_delivered_is_stored_and_the_log_tells(publisher: Client, bot: Bot) -> None:
    bot.settings = {"retention_days": 30}
    bot.save()

    stored = save(publisher, bot, colour="#c92a2a", rating=None, restart=None, **{"title-en": "Shop help"})

    theme = {"colour": "#c92a2a", "rating": False, "restart": False, "title": {"en": "Shop help"}}
    assert stored == {"retention_days": 30, "theme": theme}
    entry = AuditEntry.objects.get()
    assert (str(entry.user), entry.verb, entry.subject) == ("ana", "changed", "bot Shop")
    assert entry.details == {"fields": ["theme"], "theme": ["colour", "rating", "restart", "title"]}
    assert ThemeForm(bot=bot)["title-en"].value() == "Shop help"

    assert save(publisher, bot, colour="#3b5bdb", rating=True, restart=True, **{"title-en": ""}) == {
        "retention_days": 30
    }


def test_nothing_changed_leaves_no_trace(publisher: Client, bot: Bot) -> None:
    assert save(publisher, bot) == {}
    assert not AuditEntry.objects.exists()


def test_texts_are_stored_by_language(publisher: Client, bot: Bot) -> None:
    both = save(publisher, bot, **{"greeting-en": "Hello\r\nthere", "greeting-es": "Hola", "placeholder-es": "Escribe"})
    assert both["theme"] == {"greeting": {"en": "Hello\nthere", "es": "Hola"}, "placeholder": {"es": "Escribe"}}

    alike = save(publisher, bot, **{"greeting-en": "OK", "greeting-es": "OK", "placeholder-es": ""})
    assert alike["theme"] == {"greeting": "OK"}
    assert ThemeForm(bot=bot)["greeting-es"].value() == "OK"


def test_texts_in_languages_without_a_box_stay(publisher: Client, bot: Bot) -> None:
    bot.settings = {"theme": {"title": {"en": "Help", "pt": "Ajuda"}}}
    bot.save()

    assert "Portuguese (pt)" in publisher.get(address(bot)).text
    assert save(publisher, bot, **{"title-en": ""})["theme"] == {"title": {"pt": "Ajuda"}}


@pytest.mark.parametrize(
    ("field", "wrong", "told"),
    [
        ("colour", "red", "“red” is no colour: write it like #3b5bdb."),
        ("colour", "", "This field is required."),
        ("avatar", "http://shop.example/robot.png", "no address of a picture"),
        ("radius", "99", "less than or equal to 32"),
        ("position", "left", "not one of the available choices"),
        ("title-en", "x" * 81, "at most 80 characters"),
        ("greeting-es", "x" * 501, "at most 500 characters"),
        ("subtitle-en", "half \ud800", "characters that are no text"),
    ],
)
def test_what_is_wrong_is_told_at_its_field(publisher: Client, bot: Bot, field: str, wrong: str, told: str) -> None:
    if "\ud800" in wrong:
        form = ThemeForm(posted(bot, **{field: wrong}), bot=bot)
        found: dict[str, Any] = dict(form.errors)
    else:
        found = errors(publisher, bot, **{field: wrong})

    assert told in found[field][0]


def test_who_saves_later_overwrites_nothing(publisher: Client, bot: Bot) -> None:
    opened = posted(bot, colour="#c92a2a")
    save(publisher, bot, radius=4)

    response = publisher.post(address(bot), opened)

    assert "were changed meanwhile" in response.text
    bot.refresh_from_db()
    assert bot.settings["theme"] == {"radius": 4}


def test_a_change_of_other_settings_is_no_hindrance(publisher: Client, bot: Bot) -> None:
    opened = posted(bot, colour="#c92a2a")
    bot.settings = {"retention_days": 30}
    bot.save()

    assert publisher.post(address(bot), opened).status_code == 302
    bot.refresh_from_db()
    assert bot.settings == {"retention_days": 30, "theme": {"colour": "#c92a2a"}}


def test_the_bots_own_page_tells_who_had_an_older_one(publisher: Client, bot: Bot) -> None:
    opened = bot_page(bot, settings=json.dumps({"retention_days": 30}))
    save(publisher, bot, radius=4)

    told = publisher.post(f"/admin/flows_app/bot/{bot.pk}/change/", opened).text

    assert "were changed meanwhile" in told
    assert "The newest change in the log is by ana" in told


def test_who_may_only_look_changes_nothing(client: Client, bot: Bot) -> None:
    client.force_login(person("vic", viewer=bot))

    page = client.get(address(bot)).text

    assert 'value="Save"' not in page
    assert 'name="colour"' in page
    assert "disabled" in page
    assert "data-bot=&quot;shop&quot;" in page or 'data-bot="shop"' in page
    assert client.post(address(bot), posted(bot, colour="#c92a2a")).status_code == 403
    bot.refresh_from_db()
    assert bot.settings == {}


@pytest.mark.parametrize("place", ["", "preview/"])
def test_to_others_there_is_no_such_page(client: Client, bot: Bot, place: str) -> None:
    assert client.get(address(bot) + place).status_code == 302
    client.force_login(person("eve", author=Bot.objects.create(name="Other", slug="other")))

    assert client.get(address(bot) + place).status_code == 404
    assert client.post(address(bot) + place, posted(bot)).status_code == 404


def test_the_page_has_the_tag_and_what_else_a_site_needs(publisher: Client, bot: Bot) -> None:
    page = publisher.get(address(bot), headers={"host": "localhost"}).text

    assert '&lt;script src="http://localhost/widget.js" data-bot="shop" async&gt;&lt;/script&gt;' in page
    assert "No site is allowed yet" in page
    assert "script-src http://localhost;\nconnect-src http://localhost ws://localhost;" in page
    assert "\nimg-src" not in page
    assert "not public yet" not in page


def test_it_tells_of_sites_pictures_and_what_is_missing(client: Client, bot: Bot) -> None:
    client.force_login(User.objects.create_superuser("max"))
    bot.public = False
    bot.allowed_origins = ["https://shop.example"]
    bot.settings = {"theme": {"avatar": "https://cdn.example:8443/robot.png"}}
    bot.save()

    page = client.get(address(bot), headers={"host": "localhost"}).text

    assert "<code>https://shop.example</code>" in page
    assert "img-src https://cdn.example:8443;" in page
    assert "not public yet" in page


def test_a_colour_that_is_hard_to_see_is_advised_against(publisher: Client, bot: Bot) -> None:
    assert "hard to see" not in publisher.get(address(bot)).text

    save(publisher, bot, colour="#ffe066")
    assert (
        "On a white page a button in this colour is hard to see: the contrast is 1.3:1"
        in publisher.get(address(bot)).text
    )

    save(publisher, bot, colour_scheme="dark")
    assert "hard to see" not in publisher.get(address(bot)).text
    save(publisher, bot, colour="#1a1b1e")
    assert "On a black page" in publisher.get(address(bot)).text


def test_the_preview_is_of_the_form_as_it_stands(publisher: Client, bot: Bot) -> None:
    bot.settings = {"patterns": {"welcome": {"en": "Ahoy!"}}}
    bot.save()

    said = publisher.post(f"{address(bot)}preview/", posted(bot, colour="#ffe066", **{"title-es": "Ayuda"})).json()

    assert said["shown"]["name"] == "Shop"
    assert said["shown"]["theme"]["colour"] == "#ffe066"
    assert said["shown"]["theme"]["accent_text"] == "#000000"
    assert said["shown"]["languages"]["es"]["texts"]["title"] == "Ayuda"
    assert said["shown"]["languages"]["en"]["texts"]["title"] == ""
    last = said["shown"]["languages"]["en"]["messages"][-1]
    assert (last["seq"], last["role"], last["text"]) == (2, "bot", "Ahoy!")
    assert "hard to see" in said["advice"]
    bot.refresh_from_db()
    assert "theme" not in bot.settings


def test_the_preview_tells_what_is_wrong(publisher: Client, bot: Bot) -> None:
    response = publisher.post(f"{address(bot)}preview/", posted(bot, colour="red"))

    assert response.status_code == 422
    assert list(response.json()["errors"]) == ["colour"]


def test_right_to_left_languages_are_shown_so(publisher: Client, bot: Bot) -> None:
    bot.languages = ["ar", "x-none"]
    bot.save()

    shown = publisher.post(f"{address(bot)}preview/", posted(bot)).json()["shown"]

    assert {code: told["direction"] for code, told in shown["languages"].items()} == {"ar": "rtl", "x-none": "ltr"}


def test_only_the_preview_may_be_framed_and_only_by_us(publisher: Client, bot: Bot) -> None:
    page, frame = publisher.get(address(bot)), publisher.get(f"{address(bot)}preview/")

    assert page.headers["X-Frame-Options"] == "DENY"
    assert "frame-ancestors 'none'" in page.headers["Content-Security-Policy"]
    assert frame.headers["X-Frame-Options"] == "SAMEORIGIN"
    assert "frame-ancestors 'self'" in frame.headers["Content-Security-Policy"]
    assert "img-src 'self' data: https:" in frame.headers["Content-Security-Policy"]
    assert "script-src 'self';" in f"{frame.headers['Content-Security-Policy']};"
