import pytest
from django.contrib.auth.models import User
from django.test import Client

from flows_app.models import AuditEntry, Bot, BotRole, Flow, FlowVersion
from tests.admin.posting import bot_page, rows_of
from tests.editor.asking import save
from tests.support.authoring import make_bot, make_flow, publish
from tests.support.people import person

pytestmark = pytest.mark.django_db


@pytest.fixture
def mine() -> Flow:
    flow = make_bot().default_flow
    assert flow is not None
    return flow


@pytest.fixture
def theirs() -> Flow:
    flow = make_flow(Bot.objects.create(name="Their bot", slug="theirs"), name="secret_flow")
    publish(flow)
    return flow


def pages_of(flow: Flow) -> list[str]:
    version = flow.versions.get()
    return [
        f"/admin/flows_app/bot/{flow.bot_id}/change/",
        f"/admin/flows_app/flow/{flow.pk}/change/",
        f"/admin/flows_app/flow/{flow.pk}/compare/",
        f"/admin/flows_app/flow/{flow.pk}/history/",
        f"/admin/flows_app/flowversion/{version.pk}/change/",
    ]


def doors_of(flow: Flow) -> list[str]:
    """Pages that act."""
    return [
        f"/admin/flows_app/flow/{flow.pk}/withdraw/",
        f"/admin/flows_app/flow/{flow.pk}/versions/1/roll-back/",
        f"/admin/flows_app/flow/{flow.pk}/versions/1/restore/",
    ]


@pytest.mark.parametrize("role", ["viewer", "agent", "author", "publisher"])
def test_of_another_bot_one_sees_nothing(client: Client, mine: Flow, theirs: Flow, role: str) -> None:
    client.force_login(person("ana", **{role: mine.bot}))

    for page in ("bot", "flow", "flowversion", "auditentry"):
        listed = client.get(f"/admin/flows_app/{page}/")
        assert listed.status_code == 200
        assert "Their bot" not in listed.text
        assert "secret_flow" not in listed.text
    for page in (*pages_of(theirs), *doors_of(theirs)):
        assert client.get(page).status_code in (302, 403, 404), page
        assert "secret_flow" not in client.get(page, follow=True).text
        assert client.post(page, {}).status_code in (302, 403, 404), page
    assert FlowVersion.objects.filter(flow=theirs).count() == 1


def test_a_viewer_looks_at_everything_and_changes_nothing(client: Client, mine: Flow) -> None:
    client.force_login(person("ana", viewer=mine.bot))

    assert "Flows" in client.get("/admin/").text
    for page in pages_of(mine):
        response = client.get(page)
        assert response.status_code == 200, page
        assert 'name="_save"' not in response.text
    assert "What is your name?" in client.get(f"/admin/flows_app/flow/{mine.pk}/change/").text
    for page in doors_of(mine):
        assert client.get(page).status_code == 403, page
        assert client.post(page, {}).status_code == 403, page
    save(client, mine, 403, description="Mine now")
    assert client.get("/admin/flows_app/flow/add/").status_code == 403


def test_an_author_writes_and_restores_but_does_not_publish(client: Client, mine: Flow) -> None:
    client.force_login(person("ana", author=mine.bot))

    save(client, mine, description="Greets.")
    mine.refresh_from_db()
    assert mine.description == "Greets."
    withdraw_page, roll_back_page, restore_page = doors_of(mine)
    for page in (withdraw_page, roll_back_page):
        assert client.get(page).status_code == 403
    assert client.get(restore_page).status_code == 200


def test_a_flow_of_a_bot_one_may_only_look_at_is_not_deleted_from_the_list(client: Client, mine: Flow) -> None:
    looked_at = make_flow(Bot.objects.create(name="Their bot", slug="theirs"), name="new")
    written = make_flow(mine.bot, name="also_new")
    client.force_login(person("ana", author=mine.bot, viewer=looked_at.bot))

    for flow, status in ((looked_at, 403), (written, 302)):
        form = {"action": "delete_selected", "_selected_action": [flow.pk], "post": "yes"}
        assert client.post("/admin/flows_app/flow/", form).status_code == status

    assert set(Flow.objects.all()) == {mine, looked_at}
    entry = AuditEntry.objects.get(verb="deleted")
    assert (str(entry.user), entry.subject) == ("ana", "flow also_new")
    assert [step["name"] for step in entry.details["draft"]["steps"]] == ["ask_name", "greeting"]


def test_staff_without_a_role_see_no_flows(client: Client, mine: Flow) -> None:
    client.force_login(person("nobody"))

    assert "flows_app" not in client.get("/admin/").text
    assert client.get("/admin/flows_app/flow/").status_code == 403


def test_roles_are_given_by_superusers_and_logged(client: Client, mine: Flow) -> None:
    root, ana = User.objects.create_superuser("root"), person("ana")
    address = f"/admin/flows_app/bot/{mine.bot_id}/change/"
    client.force_login(root)

    form = bot_page(mine.bot, **rows_of(roles=[{"user": ana.pk, "role": "author"}]))
    assert client.post(address, form).status_code == 302
    role = BotRole.objects.get()
    form = bot_page(mine.bot, **rows_of(roles=[{"id": role.pk, "user": ana.pk, "role": "author", "DELETE": "on"}]))
    assert client.post(address, form).status_code == 302

    assert not BotRole.objects.exists()
    log = AuditEntry.objects.filter(verb__contains="role").order_by("pk")
    assert [(entry.user, entry.verb, entry.subject) for entry in log] == [
        (root, "gave a role", "ana: author"),
        (root, "took a role", "ana: author"),
    ]


def test_an_author_gives_no_roles_and_does_not_switch_rules_off(client: Client, mine: Flow) -> None:
    mine.bot.settings = {"tests_gate_publishing": True}
    mine.bot.save()
    ana = person("ana", publisher=mine.bot)
    client.force_login(ana)
    address = f"/admin/flows_app/bot/{mine.bot_id}/change/"

    assert "roles-TOTAL_FORMS" not in client.get(address).text
    kept = '{"double_texting": "merge"}'
    roles = rows_of(roles=[{"user": ana.pk, "role": "author"}])
    form = bot_page(mine.bot, settings=kept, slug="stolen", allowed_origins="https://evil.example", **roles)
    del form["tests_gate_publishing"]  # as a browser posts a box without a tick
    assert client.post(address, form | {"second_person_publishes": "on"}).status_code == 302
    refused = client.post(address, bot_page(mine.bot, settings='{"tests_gate_publishing": false}'))

    assert "it has a field of its own on this page" in refused.text
    bot = Bot.objects.get(pk=mine.bot_id)
    assert (bot.slug, bot.allowed_origins) == ("test-bot", [])
    assert bot.settings == {"tests_gate_publishing": True, "double_texting": "merge"}
    assert [role.role for role in BotRole.objects.all()] == ["publisher"]


def test_bots_are_made_and_deleted_by_superusers(client: Client, mine: Flow) -> None:
    bot = Bot.objects.create(name="Empty", slug="empty")
    AuditEntry.objects.create(bot=bot, verb="changed", subject="bot")
    ana = person("ana", publisher=bot)
    client.force_login(ana)
    assert client.get("/admin/flows_app/bot/add/").status_code == 403
    assert client.post(f"/admin/flows_app/bot/{bot.pk}/delete/", {"post": "yes"}).status_code == 403

    client.force_login(User.objects.create_superuser("root"))
    assert client.post(f"/admin/flows_app/bot/{bot.pk}/delete/", {"typed": "empty"}).status_code == 302
    assert not Bot.objects.filter(pk=bot.pk).exists()


def test_the_log_is_only_to_read(client: Client, mine: Flow) -> None:
    client.force_login(User.objects.create_superuser("root"))
    entry = AuditEntry.objects.get(verb="published")

    assert "greet v1" in client.get("/admin/flows_app/auditentry/?verb=published").text
    page = client.get(f"/admin/flows_app/auditentry/{entry.pk}/change/")
    assert "a script" in page.text
    assert 'name="_save"' not in page.text
    assert client.post(f"/admin/flows_app/auditentry/{entry.pk}/delete/", {"post": "yes"}).status_code == 403
    assert client.get("/admin/flows_app/auditentry/add/").status_code == 403
