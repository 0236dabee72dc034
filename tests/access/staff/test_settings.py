"""Every setting of a bot, by every role and through every door: the admin's forms, an import, the API."""

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.test import Client

from conversations_app.models import ApiKey
from flows_app.admin.pattern_form import PatternsForm
from flows_app.admin.starters_form import StartersForm
from flows_app.admin.theme_form import ThemeForm
from flows_app.exchange import ImportRefused, Source, export_bot, import_bot, read_bot_from
from flows_app.flow_language import BotSettings
from flows_app.language_model_keys import stored_key
from flows_app.models import AuditEntry, Bot, Flow
from flows_app.rights import RIGHT_OF_SETTING, settings_of
from tests.admin.posting import bot_page
from tests.support.authoring import make_bot
from tests.support.people import person

pytestmark = pytest.mark.django_db

ROLES = ("viewer", "agent", "author", "publisher", "manager")
# In a bot where who has changed a flow asks somebody else to publish it, what is live is for managers.
SECOND_PERSON = "second_person_publishes"
PUBLISHERS = {"publisher", "manager"}
MANAGERS = {"manager"}


@dataclass(frozen=True)
class Row:
    """Who may change it; what the form posts for that; and what a file says, None if no file speaks of it."""

    may: set[str]
    posted: dict[str, Any]
    written: dict[str, Any] | None
    # The page that has its field.
    page: str = "change"


def _in_settings(may: set[str], name: str, value: Any) -> Row:
    """One that is written as JSON on the bot's page."""
    return Row(may, {"settings": json.dumps({name: value})}, {"settings": {name: value}})


LOCAL = "http://127.0.0.1:9/v1"
TABLE = {
    "name": Row(PUBLISHERS, {"name": "Renamed"}, {"name": "Renamed"}),
    "default_flow": Row(PUBLISHERS, {"default_flow": "other"}, {"default_flow": "other"}),
    "languages": Row(PUBLISHERS, {"languages": "en\nes"}, {"languages": ["en", "es"]}),
    "double_texting": _in_settings(PUBLISHERS, "double_texting", "merge"),
    "handoff": _in_settings(PUBLISHERS, "handoff", {"queue": "mine"}),
    "patterns": Row(PUBLISHERS, {"done-en": "Owned."}, {"settings": {"patterns": {"done": "Owned."}}}, page="patterns"),
    "theme": Row(PUBLISHERS, {"colour": "#c92a2a"}, {"settings": {"theme": {"colour": "#c92a2a"}}}, page="widget"),
    "starters": Row(
        PUBLISHERS,
        {"flow-0": "greet", "label-0-en": "Hello"},
        {"settings": {"starters": [{"label": "Hello", "flow": "greet"}]}},
        page="starters",
    ),
    "follow_language": Row(PUBLISHERS, {"follow_language": ""}, {"settings": {"follow_language": False}}),
    "session_minutes": Row(PUBLISHERS, {"session_minutes": "1"}, {"settings": {"session_minutes": 1}}),
    "turns_without_progress": Row(
        PUBLISHERS, {"turns_without_progress": "1"}, {"settings": {"turns_without_progress": 1}}
    ),
    "understanding": Row(
        PUBLISHERS, {"understanding_provider": "embedded"}, {"settings": {"understanding": {"provider": "embedded"}}}
    ),
    "understanding.api_base": Row(
        MANAGERS, {"understanding_api_base": LOCAL}, {"settings": {"understanding": {"api_base": LOCAL}}}
    ),
    "language_model_key": Row(
        PUBLISHERS, {"understanding_model": "openai/gpt-4o-mini", "language_model_key": "sk-1"}, None
    ),
    "slug": Row(MANAGERS, {"slug": "stolen"}, None),
    "public": Row(MANAGERS, {"public": "on"}, {"settings": {"public": True}}),
    "allowed_origins": Row(
        MANAGERS,
        {"allowed_origins": "https://evil.example"},
        {"settings": {"allowed_origins": ["https://evil.example"]}},
    ),
    "requires_verified_users": Row(MANAGERS, {"required": "yes"}, None, page="identity"),
    "retention_days": _in_settings(MANAGERS, "retention_days", 1),
    "tests_gate_publishing": Row(
        MANAGERS, {"tests_gate_publishing": "on"}, {"settings": {"tests_gate_publishing": True}}
    ),
    "second_person_publishes": Row(
        MANAGERS, {"second_person_publishes": "on"}, {"settings": {"second_person_publishes": True}}
    ),
}


def test_every_setting_has_a_row() -> None:
    """A new one needs a right, and a row here that shows it."""
    # Archiving is a verb with pages of its own: tests/admin/test_bot_verb_pages.py.
    no_settings = {"id", "settings", "catalogue", "created_at", "archived_at"}
    columns = {field.name for field in Bot._meta.fields} - no_settings

    assert {*RIGHT_OF_SETTING} == {*TABLE}
    assert columns | {*BotSettings.model_fields} <= {*TABLE}


def with_and_without_the_rule(settings: Iterable[str]) -> list[tuple[str, str]]:
    """Each setting on a bot where one person publishes, and where a second one does; the rule itself is switched on
    where it is off. Off: test_a_publisher_does_not_switch_the_second_person_off."""
    rules = ("", SECOND_PERSON)
    return [(name, rule) for name in settings for rule in rules if (name, rule) != (SECOND_PERSON, SECOND_PERSON)]


@pytest.fixture
def bot(request: pytest.FixtureRequest) -> Bot:
    rules = {request.param: True} if request.param else {}
    bot = Bot.objects.create(name="Test bot", slug="test-bot", settings=rules)
    bot.default_flow = Flow.objects.create(bot=bot, name="greet")
    bot.save()
    Flow.objects.create(bot=bot, name="other")
    return bot


def by(role: str, bot: Bot) -> User:
    return User.objects.create_superuser("root") if role == "manager" else person("ana", **{role: bot})


def may_change(role: str, setting: str, bot: Bot) -> bool:
    second_person = bot.settings.get("second_person_publishes")
    return role in (TABLE[setting].may & MANAGERS if second_person else TABLE[setting].may)


def state(bot: Bot) -> dict[str, Any]:
    now = Bot.objects.get(pk=bot.pk)
    return {**settings_of(now), "language_model_key": bool(stored_key(now))}


def check_roles(bot: Bot, setting: str, change: Callable[[User, bool], None]) -> None:
    """By each role on the same bot: what one has changed is taken back before the next tries."""
    for role in ROLES:
        with transaction.atomic():
            check(bot, setting, role, change)
            transaction.set_rollback(True)


def check(bot: Bot, setting: str, role: str, change: Callable[[User, bool], None]) -> None:
    """The change is made and in the log, in that person's name; or nothing at all is changed."""
    user, may = by(role, bot), may_change(role, setting, bot)
    before = state(bot)
    change(user, may)
    after = state(bot)
    changed = {name for name in before if before[name] != after[name]}
    if not may:
        assert changed == set(), role
        assert not AuditEntry.objects.filter(user=user).exists()
        return
    assert setting in changed, role
    entry = AuditEntry.objects.filter(user=user, verb__in=("changed", "set")).latest("pk")
    assert setting in entry.details.get("fields", [setting if entry.subject == "key of the language model" else ""])


def page_of(bot: Bot, row: Row) -> dict[str, Any]:
    """As it is posted without a change."""
    if row.page == "identity":
        return {}
    if row.page == "change":
        return bot_page(bot)
    form = {"patterns": PatternsForm, "starters": StartersForm, "widget": ThemeForm}[row.page](bot=bot)
    shown = {name: form[name].field.prepare_value(form[name].initial) for name in form.fields}
    return {name: value for name, value in shown.items() if value not in (None, False)}


@pytest.mark.parametrize(("setting", "bot"), with_and_without_the_rule(TABLE), indirect=["bot"])
def test_the_admin(bot: Bot, setting: str) -> None:
    row = TABLE[setting]
    form = page_of(bot, row) | row.posted
    if setting == "default_flow":
        form["default_flow"] = bot.flows.get(name="other").pk

    def change(user: User, may: bool) -> None:
        client = Client()
        client.force_login(user)
        answer = client.post(f"/admin/flows_app/bot/{bot.pk}/{row.page}/", form)
        assert answer.status_code in (200, 302, 403)

    check_roles(bot, setting, change)


@pytest.mark.parametrize(
    ("setting", "bot"),
    with_and_without_the_rule(name for name, row in TABLE.items() if row.written is not None),
    indirect=["bot"],
)
def test_an_import(bot: Bot, setting: str) -> None:
    """All of the file is refused, the part that the person may write too."""
    written = TABLE[setting].written or {}
    rules = {"second_person_publishes": True} if bot.settings else {}
    new_flow = [{"name": "added", "steps": [{"name": "say", "type": "say", "message": "Hi."}]}]
    file = {"name": bot.name, "slug": bot.slug, "flows": new_flow} | written
    if "settings" in written:
        file["settings"] = rules | written["settings"]

    def change(user: User, may: bool) -> None:
        reading = read_bot_from([Source("bot.yaml", json.dumps(file).encode())])
        if may:
            import_bot(reading, user=user)
        else:
            with pytest.raises(ImportRefused) as refused:
                import_bot(reading, user=user)
            writes = user.bot_roles.filter(role__in=("author", "publisher")).exists()
            assert ("needs the right" if writes else "You may not write flows") in str(refused.value)
        assert bot.flows.filter(name="added").exists() == may

    check_roles(bot, setting, change)


@pytest.mark.django_db
@pytest.mark.parametrize("role", [*ROLES, "key"])
def test_the_api_changes_no_bot(role: str) -> None:
    """It has no operation for that. One that is added is to ask for the rights of this table, and to be tested here."""
    bot = Bot.objects.create(name="Test bot", slug="test-bot")
    client = Client(enforce_csrf_checks=False)
    headers = {}
    if role == "key":
        headers["Authorization"] = f"Api-Key {ApiKey.objects.issue(bot=bot, name='all', scopes=[*ApiKey.Scope])[1]}"
    else:
        client.force_login(by(role, bot))
    before = state(bot)

    for place in ("bots", f"bots/{bot.slug}", f"bots/{bot.slug}/versions", f"bots/{bot.slug}/widget"):
        for ask in (client.post, client.put, client.patch, client.delete):
            body = {"settings": {"retention_days": 1}, "public": True}
            answer = ask(f"/api/v1/{place}", body, content_type="application/json", headers=headers)
            assert answer.status_code in (403, 405), place
    assert state(bot) == before


# What the table does not show


def test_a_publisher_does_not_switch_the_second_person_off() -> None:
    bot = make_bot()
    bot.settings = {"second_person_publishes": True}
    bot.save()
    ana, client = by("publisher", bot), Client()
    client.force_login(ana)

    form = bot_page(bot)
    del form["second_person_publishes"]  # as a browser posts a box without a tick
    client.post(f"/admin/flows_app/bot/{bot.pk}/change/", form)
    client.post(f"/admin/flows_app/bot/{bot.pk}/change/", form | {"settings": '{"second_person_publishes": false}'})
    reading = read_bot_from([Source("bot.yaml", b"slug: test-bot\nsettings: {patterns: {done: Owned.}}")])
    with pytest.raises(ImportRefused) as refused:
        import_bot(reading, user=ana)

    assert "“second_person_publishes”" in str(refused.value)
    assert "“patterns”" in str(refused.value)
    assert Bot.objects.get().settings == {"second_person_publishes": True}


def test_each_refused_setting_of_a_file_is_told_at_its_line() -> None:
    bot = make_bot(public=False)
    text = "slug: test-bot\nsettings:\n  double_texting: merge\n  retention_days: 1\n"
    reading = read_bot_from([Source("bot.yaml", text.encode())])

    with pytest.raises(ImportRefused) as refused:
        import_bot(reading, user=by("publisher", bot))

    told = "bot.yaml:4: You may not change “retention_days”: it needs the right to manage the bot."
    assert str(refused.value) == told


def test_an_author_imports_what_was_exported_with_flows_of_their_own() -> None:
    bot = make_bot()
    bot.settings = {"patterns": {"done": "Fine."}, "retention_days": 30}
    bot.save()
    text = export_bot(bot).replace("What is your name?", "Who are you?")

    imported = import_bot(read_bot_from([Source("bot.yaml", text.encode())]), user=by("author", bot))

    assert imported.replaced == ["greet"]


def test_nobody_imports_into_a_bot_that_is_not_theirs_nor_makes_one() -> None:
    bot = make_bot()
    stranger = person("ana", publisher=Bot.objects.create(name="Hers", slug="hers"))

    for slug in (bot.slug, "new"):
        reading = read_bot_from([Source("bot.yaml", f"slug: {slug}\nname: X\n".encode())])
        with pytest.raises(ImportRefused):
            import_bot(reading, user=stranger)
    assert {*Bot.objects.values_list("slug", flat=True)} == {bot.slug, "hers"}


@pytest.mark.parametrize("role", ["author", "publisher"])
def test_the_pages_say_which_right_is_missing(role: str) -> None:
    bot = make_bot()
    client = Client()
    client.force_login(by(role, bot))
    page = client.get(f"/admin/flows_app/bot/{bot.pk}/change/").text

    assert page.count("Needs the right to manage the bot.") >= 5
    assert ("Needs the right to publish." in page) == (role == "author")
    for place in ("patterns", "widget"):
        told = "changing it needs the right to publish." in client.get(f"/admin/flows_app/bot/{bot.pk}/{place}/").text
        assert told == (role == "author")


def test_the_log_says_what_a_setting_was_and_is() -> None:
    bot = make_bot()
    root, client = by("manager", bot), Client()
    client.force_login(root)

    client.post(f"/admin/flows_app/bot/{bot.pk}/change/", bot_page(bot, settings='{"retention_days": 7}'))

    entry = AuditEntry.objects.get(user=root)
    assert entry.details["fields"] == ["retention_days"]
    assert entry.details["values"]["retention_days"]["is"] == 7
