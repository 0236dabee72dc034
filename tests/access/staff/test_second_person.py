"""Where a second person publishes, nobody goes past them alone: what is live at once is for who manages the bot."""

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.test import Client

from conversations_app.models import NLUProgram
from conversations_app.understanding.programs import activate_program, use_delivered_programs
from flows_app.editor.http_actions import state_of
from flows_app.exchange import ImportRefused, Source, import_bot, read_bot_from
from flows_app.language_model_keys import set_key
from flows_app.models import Bot, HttpAction
from tests.editor.asking import ask, given
from tests.support.authoring import make_flow, publish
from tests.support.people import person

pytestmark = pytest.mark.django_db

CALL = [{"name": "call", "type": "action", "call": "book"}]
FILE = """
slug: test-bot
http_actions:
  - {name: book, url: https://evil.example/}
  - {name: unused, url: https://shop.example/unused}
"""


@pytest.fixture
def bot() -> Bot:
    bot = Bot.objects.create(name="Test bot", slug="test-bot", settings={"second_person_publishes": True})
    for name in ("book", "unused"):
        HttpAction.objects.create(bot=bot, name=name, url=f"https://shop.example/{name}")
    publish(make_flow(bot, CALL, slots=()))
    return bot


@pytest.fixture
def ana(bot: Bot) -> User:
    return person("ana", publisher=bot)


def page_of(action: HttpAction) -> str:
    return f"/admin/flows_app/httpaction/{action.pk}/change/"


def may_be_changed(client: Client, action: HttpAction) -> bool:
    assert client.get(page_of(action)).status_code == 200
    status = client.post(page_of(action), {}).status_code
    assert status in (200, 403)
    return bool(status == 200)


def test_an_action_that_a_version_calls_is_for_managers(client: Client, bot: Bot, ana: User) -> None:
    called, unused = bot.http_actions.get(name="book"), bot.http_actions.get(name="unused")

    client.force_login(ana)
    assert [may_be_changed(client, action) for action in (called, unused)] == [False, True]
    client.force_login(User.objects.create_superuser("root"))
    assert may_be_changed(client, called)
    Bot.objects.update(settings={})
    client.force_login(ana)
    assert may_be_changed(client, called)


def test_the_editor_does_not_change_it_either(client: Client, bot: Bot, ana: User) -> None:
    """Nor does it call anything for real, an action that nobody uses included."""
    flow = bot.flows.get()
    client.force_login(ana)
    for name, allowed in (("book", False), ("unused", True)):
        action = bot.http_actions.get(name=name)
        shown = given(client, "GET", flow, f"http-actions/{action.pk}")
        assert (shown["refused"] is None) == allowed
        form = shown["form"] | {"address": "https://shop.example/changed"}
        sent = {"form": form, "seen": shown["seen"]}
        assert ask(client, "PUT", flow, f"http-actions/{action.pk}", sent).status_code == (200 if allowed else 403)
        assert (bot.http_actions.get(name=name).url == "https://shop.example/changed") == allowed
        tried = given(client, "POST", flow, "http-actions/try", {"form": form, "id": action.pk}, 403)
        assert "a second person publishes" in tried["detail"]


def test_a_file_does_not_change_it_either(bot: Bot, ana: User) -> None:
    reading = read_bot_from([Source("bot.yaml", FILE.encode())])

    with pytest.raises(ImportRefused, match=r"bot.yaml:3: HTTP action “book”: You may not manage"):
        import_bot(reading, user=ana)
    assert bot.http_actions.get(name="book").url == "https://shop.example/book"

    Bot.objects.update(settings={})
    import_bot(reading, user=ana)
    assert bot.http_actions.get(name="book").url == "https://evil.example/"


@pytest.mark.parametrize("left", [FILE, "slug: test-bot\nhttp_actions: []\n"])
def test_an_author_neither_changes_nor_deletes_actions_by_a_file(bot: Bot, left: str) -> None:
    Bot.objects.update(settings={})

    with pytest.raises(ImportRefused, match=r"You may not publish|needs the right to publish"):
        import_bot(read_bot_from([Source("bot.yaml", left.encode())]), user=person("otto", author=bot))
    assert bot.http_actions.filter(url__startswith="https://shop.example/").count() == 2


NEW = {"name": "book", "method": "POST", "url": "https://evil.example/", "timeout": "30", "retries": "0"}
FORM = {"name": "book", "method": "POST", "address": "https://evil.example/"}
LIVE = "Published flows call “book”: an action of that name is live at once"


@pytest.fixture(params=["author", "publisher", "publisher alone"])
def whoever(request: pytest.FixtureRequest, bot: Bot) -> tuple[User, bool]:
    """Somebody, and whether they may make an action live. No action has the name that the version calls, as when a
    plugin was removed."""
    bot.http_actions.filter(name="book").delete()
    bot.settings = {} if request.param != "publisher" else {"second_person_publishes": True}
    bot.save()
    role = request.param.partition(" ")[0]
    return person("otto", **{role: bot}), request.param == "publisher alone"


def is_there(bot: Bot) -> bool:
    return bool(bot.http_actions.filter(name="book").exists())


def test_a_name_that_a_version_calls_is_not_taken_in_the_editor(
    client: Client, bot: Bot, whoever: tuple[User, bool]
) -> None:
    user, allowed = whoever
    client.force_login(user)

    answer = given(client, "POST", bot.flows.get(), "http-actions", {"form": FORM}, 200 if allowed else 403)

    assert is_there(bot) == allowed
    assert allowed or LIVE in answer["detail"]
    given(client, "POST", bot.flows.get(), "http-actions", {"form": {**FORM, "name": "another"}})


def test_nor_on_the_page_that_adds_actions(client: Client, bot: Bot, whoever: tuple[User, bool]) -> None:
    user, allowed = whoever
    client.force_login(user)

    response = client.post("/admin/flows_app/httpaction/add/", {"bot": bot.pk, **NEW})

    assert is_there(bot) == allowed
    assert allowed or LIVE in response.text
    assert client.post("/admin/flows_app/httpaction/add/", {"bot": bot.pk, **NEW, "name": "new"}).status_code == 302


def test_nor_by_a_file(bot: Bot, whoever: tuple[User, bool]) -> None:
    user, allowed = whoever
    reading = read_bot_from([Source("bot.yaml", FILE.encode())])

    if allowed:
        import_bot(reading, user=user)
    else:
        with pytest.raises(ImportRefused, match=f"bot.yaml:3: HTTP action “book”: {LIVE}"):
            import_bot(reading, user=user)
    assert is_there(bot) == allowed


def test_nor_by_renaming(client: Client, bot: Bot, whoever: tuple[User, bool]) -> None:
    user, allowed = whoever
    client.force_login(user)
    action = bot.http_actions.get(name="unused")
    shown = given(client, "GET", bot.flows.get(), f"http-actions/{action.pk}")

    client.post(page_of(action), {"bot": bot.pk, **NEW})
    assert is_there(bot) == allowed
    bot.http_actions.update(name="unused")
    sent = {"form": shown["form"] | {"name": " book "}, "seen": state_of(bot.http_actions.get())}
    assert ask(client, "PUT", bot.flows.get(), f"http-actions/{action.pk}", sent).status_code == (
        200 if allowed else 403
    )
    assert is_there(bot) == allowed


def test_what_understands_is_for_managers(bot: Bot, ana: User) -> None:
    scores = {"score_before": 0.5, "score": 0.6, "trained_on": 5, "measured_on": 5}
    program = NLUProgram.objects.create(bot=bot, number=1, states={}, **scores)

    for deed in (
        lambda: activate_program(program, user=ana),
        lambda: use_delivered_programs(bot, user=ana),
        lambda: set_key(bot, "sk-1", server="openai", user=ana),
    ):
        with pytest.raises(PermissionDenied):
            deed()
    bot.settings = {}
    bot.save()
    activate_program(NLUProgram.objects.select_related("bot").get(), user=ana)
