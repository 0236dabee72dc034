"""The page for what a bot says by itself."""

import re
from typing import Any

import pytest
from django.test import Client

from flows_app.admin.pattern_form import PatternsForm
from flows_app.flow_language.patterns import PATTERNS
from flows_app.models import AuditEntry, Bot
from tests.admin.posting import bot_page
from tests.support.people import person

pytestmark = pytest.mark.django_db


@pytest.fixture
def bot() -> Bot:
    return Bot.objects.create(name="Shop", slug="shop", languages=["en", "es"])


@pytest.fixture
def publisher(client: Client, bot: Bot) -> Client:
    client.force_login(person("ana", publisher=bot))
    return client


def address(bot: Bot) -> str:
    return f"/admin/flows_app/bot/{bot.pk}/patterns/"


def page_as_it_is(bot: Bot) -> dict[str, Any]:
    """What the browser posts if nothing is changed: a box that is not ticked or not enabled is not sent."""
    form = PatternsForm(bot=bot)
    shown = {name: form[name].field.prepare_value(form[name].initial) for name in form.fields}
    return {name: value for name, value in shown.items() if value is not False and not form.fields[name].disabled}


def store(bot: Bot, **patterns: Any) -> None:
    bot.settings = {**bot.settings, "patterns": patterns}
    bot.save()


def save(client: Client, bot: Bot, **fields: Any) -> dict[str, Any]:
    """Gives what is stored afterwards."""
    posted = {name: value for name, value in (page_as_it_is(bot) | fields).items() if value is not None}
    response = client.post(address(bot), posted)
    assert response.status_code == 302, response.context["form"].errors
    bot.refresh_from_db()
    settings: dict[str, Any] = bot.settings
    return settings


def errors(client: Client, bot: Bot, **fields: Any) -> dict[str, list[str]]:
    before = bot.settings
    posted = {name: value for name, value in (page_as_it_is(bot) | fields).items() if value is not None}
    response = client.post(address(bot), posted)
    assert response.status_code == 200
    bot.refresh_from_db()
    assert bot.settings == before
    found: dict[str, list[str]] = response.context["form"].errors
    for sentences in found.values():
        for sentence in sentences:
            assert sentence in response.text.replace("&#x27;", "'")
    return found


def test_the_bots_page_leads_to_a_box_for_every_pattern_and_language(publisher: Client, bot: Bot) -> None:
    assert f'href="{address(bot)}"' in publisher.get(f"/admin/flows_app/bot/{bot.pk}/change/").text

    page = publisher.get(address(bot)).text.replace("&#x27;", "'")

    for name, pattern in PATTERNS.items():
        assert pattern.occasion in page
        for language in ("en", "es"):
            assert pattern.texts[language] in page
            assert f'name="{name}-{language}"' in page
        assert (f'name="{name}-said"' in page) is pattern.optional
    assert "May hold <code>{slot}</code> and <code>{value}</code>" in page
    assert "Spanish (es)" in page


def test_words_are_stored_by_language_with_a_variation_a_line(publisher: Client, bot: Bot) -> None:
    bot.settings = {"retention_days": 30}

    stored = save(publisher, bot, **{"cancelled-en": "Stopped.\r\n\r\n Never mind. ", "failed-es": "Vaya."})

    assert stored["patterns"] == {"cancelled": {"en": ["Stopped.", "Never mind."]}, "failed": {"es": "Vaya."}}
    page = publisher.get(address(bot)).text
    assert re.search(r'name="cancelled-en"[^>]*>\s*Stopped\.\s+Never mind\.</textarea>', page)
    entry = AuditEntry.objects.get()
    assert (str(entry.user), entry.verb, entry.subject) == ("ana", "changed", "bot Shop")
    assert entry.details == {"fields": ["patterns"], "patterns": ["cancelled", "failed"]}


def test_other_settings_stay_and_emptied_boxes_leave_nothing(publisher: Client, bot: Bot) -> None:
    bot.settings = {"retention_days": 30}
    store(bot, cancelled={"en": "Stopped."})

    assert save(publisher, bot, **{"cancelled-en": " \n "}) == {"retention_days": 30}


def test_what_all_languages_say_alike_is_one_text(publisher: Client, bot: Bot) -> None:
    assert save(publisher, bot, **{"done-en": "OK!", "done-es": "OK!"})["patterns"] == {"done": "OK!"}
    assert PatternsForm(bot=bot)["done-es"].value() == "OK!"

    assert save(publisher, bot, **{"done-es": "¡Vale!"})["patterns"] == {"done": {"en": "OK!", "es": "¡Vale!"}}


def test_one_language_needs_no_mapping(publisher: Client, bot: Bot) -> None:
    bot.languages = ["es"]
    bot.save()

    page = publisher.get(address(bot)).text
    assert "¡Adiós!" in page
    assert "Goodbye!" not in page
    assert save(publisher, bot, **{"goodbye-es": "¡Hasta luego!"})["patterns"] == {"goodbye": "¡Hasta luego!"}


def test_what_may_be_left_out_is_ticked_or_not(publisher: Client, bot: Bot) -> None:
    assert save(publisher, bot, **{"goodbye-said": None, "welcome-said": "on"})["patterns"] == {
        "goodbye": False,
        "welcome": True,
    }
    form = PatternsForm(bot=bot)
    assert (form["goodbye-said"].value(), form["welcome-said"].value()) == (False, True)

    assert "patterns" not in save(publisher, bot, **{"goodbye-said": "on", "welcome-said": None})


def test_welcome_is_off_and_switched_on_with_words_of_its_own(publisher: Client, bot: Bot) -> None:
    assert PatternsForm(bot=bot)["welcome-said"].value() is False
    words = {"welcome-en": "Welcome!"}

    assert "Tick this, or empty the texts" in errors(publisher, bot, **words)["welcome-said"][0]
    assert save(publisher, bot, **words, **{"welcome-said": "on"})["patterns"] == {"welcome": {"en": "Welcome!"}}
    assert "Tick this" in errors(publisher, bot, **{"welcome-said": None})["welcome-said"][0]
    assert "patterns" not in save(publisher, bot, **{"welcome-said": None, "welcome-en": ""})


def test_what_the_page_cannot_show_stays(publisher: Client, bot: Bot) -> None:
    two_lines = "First line.\nSecond line."
    store(bot, cancelled={"en": two_lines, "pt": "Cancelado."}, welcome=False, error=True, done=" Done!\n")

    page = publisher.get(address(bot)).text
    assert "It also has texts in Portuguese (pt)" in page
    assert "A text with a line break in it" in page
    stored = save(publisher, bot, **{"cancelled-es": "Anulado."})["patterns"]

    assert stored == {
        "cancelled": {"en": two_lines, "es": "Anulado.", "pt": "Cancelado."},
        "welcome": False,
        "error": True,
        "done": " Done!\n",
    }
    assert "Tick this" in errors(publisher, bot, **{"goodbye-en": "Bye!", "goodbye-said": None})["goodbye-said"][0]
    stored = save(publisher, bot, **{"cancelled-es": ""})["patterns"]
    assert stored["cancelled"] == {"en": two_lines, "pt": "Cancelado."}


def test_an_empty_box_tells_what_is_said_in_its_place(publisher: Client, bot: Bot) -> None:
    bot.languages = ["es-MX", "tlh"]
    store(bot, failed={"es": ["Vaya.", "Uy."]})

    page = publisher.get(address(bot)).text

    assert "Mexican Spanish (es-MX)" in page
    assert 'Delivered: <q lang="es-MX">De acuerdo, cancelado.</q>' in page
    assert 'As in Spanish (es): <q lang="es-MX">Vaya. / Uy.</q>' in page
    assert "Nothing is delivered: if empty, the bot speaks another language" in page


def test_saving_without_a_change_is_no_change(publisher: Client, bot: Bot) -> None:
    store(bot, cancelled=["Stopped.", "Never mind."])

    assert save(publisher, bot)["patterns"] == {"cancelled": ["Stopped.", "Never mind."]}
    assert not AuditEntry.objects.exists()


@pytest.mark.parametrize(
    ("field", "written", "said"),
    [
        ("corrected-es", "Bien.\nAhora {valor}.", "“corrected” has no placeholder {valor}."),
        ("done-en", "Done {", "A single '{' opens or closes no placeholder; write it twice to show it."),
        ("done-en", "x" * 4_001, "A line has 4,001 characters; at most 4,000 are possible."),
        ("done-en", "x\n" * 21, "At most 20 variations, one a line; here are 21."),
        ("done-en", "x\x00", "It holds characters that are no text."),
    ],
)
def test_what_cannot_be_said_is_refused_at_its_box(
    publisher: Client, bot: Bot, field: str, written: str, said: str
) -> None:
    found = errors(publisher, bot, **{field: written, "cancelled-es": "Anulado."})

    assert list(found) == [field]
    assert said in found[field][0]


def test_what_somebody_else_saved_meanwhile_is_not_overwritten(publisher: Client, bot: Bot) -> None:
    mine = page_as_it_is(bot) | {"cancelled-en": "Mine."}
    save(publisher, bot, **{"failed-en": "Theirs."})

    response = publisher.post(address(bot), mine)

    assert response.status_code == 200
    assert "were changed meanwhile; your changes are not saved" in response.text
    assert "The newest change in the log is by ana" in response.text
    assert "Mine." in response.text
    bot.refresh_from_db()
    assert bot.settings["patterns"] == {"failed": {"en": "Theirs."}}
    again = publisher.post(address(bot), {name: value for name, value in mine.items() if name != "seen"})
    assert again.status_code == 200


def test_the_bots_page_does_not_overwrite_them_either(publisher: Client, bot: Bot) -> None:
    form = bot_page(bot, name="New name")
    save(publisher, bot, **{"failed-en": "Oops."})

    page = f"/admin/flows_app/bot/{bot.pk}/change/"
    assert publisher.post(page, form).status_code == 302
    refused = publisher.post(page, form | {"settings": '{"double_texting": "merge"}'})
    without = publisher.post(page, form | {"settings_seen": ""})

    assert "The settings of “New name” were changed meanwhile" in refused.text
    assert "does not say which settings it shows" in without.text
    bot.refresh_from_db()
    assert (bot.name, bot.settings) == ("New name", {"patterns": {"failed": {"en": "Oops."}}})
    assert AuditEntry.objects.all()[0].details["fields"] == ["name"]


@pytest.mark.parametrize(
    ("minutes", "turns", "stored"),
    [
        ("1440", "3", {}),
        ("30", "5", {"session_minutes": 30, "turns_without_progress": 5}),
        ("", "", {"session_minutes": None, "turns_without_progress": None}),
    ],
)
def test_the_bots_page_has_boxes_for_its_patience(
    publisher: Client, bot: Bot, minutes: str, turns: str, stored: dict[str, Any]
) -> None:
    form = bot_page(bot, settings='{"double_texting": "merge"}', session_minutes=minutes, turns_without_progress=turns)

    assert publisher.post(f"/admin/flows_app/bot/{bot.pk}/change/", form).status_code == 302

    bot.refresh_from_db()
    assert bot.settings == {"double_texting": "merge", **stored}
    again = bot_page(bot)
    assert (str(again["session_minutes"]), str(again["turns_without_progress"])) == (minutes, turns)
    assert "session_minutes" not in again["settings"]


@pytest.mark.parametrize("role", ["viewer", "agent", "author"])
def test_who_may_only_look_reads_it(client: Client, bot: Bot, role: str) -> None:
    store(bot, cancelled={"es": "Anulado."}, goodbye=False)
    client.force_login(person("eva", **{role: bot}))

    page = client.get(address(bot))

    assert page.status_code == 200
    assert "Anulado." in page.text
    assert "The bot leaves this out." in page.text
    assert "<textarea" not in page.text
    assert 'name="_save"' not in page.text
    assert client.post(address(bot), page_as_it_is(bot) | {"cancelled-en": "Mine."}).status_code == 403
    shown = client.get(f"/admin/flows_app/bot/{bot.pk}/change/").text
    assert f'href="{address(bot)}"' in shown
    assert "1440" in shown


def test_to_others_there_is_no_such_page(client: Client, bot: Bot) -> None:
    other = Bot.objects.create(name="Other", slug="other")
    client.force_login(person("eva", publisher=other))
    assert client.get(address(bot)).status_code == 404
    assert client.post(address(bot), page_as_it_is(bot)).status_code == 404

    client.logout()
    assert client.get(address(bot)).status_code == 302
