import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from conversations_app.limits import MESSAGE_LENGTH
from flows_app.models import AuditEntry, Bot, Flow
from tests.editor.asking import save
from tests.support.authoring import make_bot
from tests.support.people import person

pytestmark = pytest.mark.django_db


def boot_of(client: Client, flow: Flow) -> Any:
    page = client.get(f"/admin/flows_app/flow/{flow.pk}/change/").text
    _, _, rest = page.partition('<script id="editor-boot" type="application/json">')
    return json.loads(rest.partition("</script>")[0])


def test_the_page_brings_all_that_the_editor_needs(ana: Client, flow: Flow) -> None:
    flow.bot.slots.create(name="tone", type="text")
    flow.bot.http_actions.create(name="look_up", url="https://example.org/secret", inputs=["id"], outputs={"a": "a"})

    boot = boot_of(ana, flow)

    assert boot["flow"] == {"id": flow.pk, "name": "greet", "bot": flow.bot_id, "bot_name": "Test bot"}
    assert [step["name"] for step in boot["document"]["steps"]] == ["ask_name", "greeting"]
    assert "bot_slots" not in boot["document"]
    assert (boot["revision"], boot["state"], boot["findings"]) == (0, "up_to_date", [])
    assert boot["rights"] == {"write": True, "publish": True}
    assert boot["person"]["name"] == "ana"
    assert boot["schema"]["properties"]["steps"]
    names = boot["names"]
    assert names["bot_slots"] == [{"name": "tone", "type": "text"}]
    least = {"name": "min", "description": "A number no smaller than the limit.", "arguments": ["limit"]}
    assert least in names["validators"]
    assert "lower" in [one["name"] for one in names["normalisers"]]
    assert names["flows"] == [{"name": "greet", "description": "", "inputs": [], "outputs": []}]
    assert names["languages"] == ["en"]
    filters = [one["name"] for one in names["filters"]]
    assert "title" in filters
    assert "random" not in filters
    (day,) = [one["types"] for one in names["filters"] if one["name"] == "date"]
    assert day == ["date", "datetime"]
    assert "size" in [one["name"] for one in names["functions"]]
    (look_up,) = [action for action in names["actions"] if action["name"] == "look_up"]
    assert (look_up["inputs"], look_up["outputs"]) == (["id"], ["a"])
    assert "secret" not in json.dumps(names)
    limits = {"name": 64, "message": MESSAGE_LENGTH, "test_name": 200, "note": 500, "step_note": 2000}
    assert boot["limits"] == limits
    assert boot["urls"]["document"] == f"/admin/flows_app/flow/{flow.pk}/editor/document"


def test_no_name_can_break_out_of_the_page(ana: Client, flow: Flow) -> None:
    evil = "</script><script>alert(1)</script>"
    save(ana, flow, description=evil, steps=[{"name": evil, "type": "say", "message": evil}])
    flow.bot.name = evil
    flow.bot.save()
    User.objects.filter(username="ana").update(first_name=evil)

    page = ana.get(f"/admin/flows_app/flow/{flow.pk}/change/").text

    assert "<script>alert(1)" not in page
    boot = boot_of(ana, flow)
    assert (boot["document"]["description"], boot["person"]["name"]) == (evil, evil)


def test_a_viewer_sees_the_editor_and_may_do_nothing(client: Client, flow: Flow) -> None:
    client.force_login(person("vera", viewer=flow.bot))

    assert boot_of(client, flow)["rights"] == {"write": False, "publish": False}
    assert client.post(f"/admin/flows_app/flow/{flow.pk}/change/", {}).status_code == 405


def test_a_flow_begins_empty_and_is_written_in_the_editor(client: Client) -> None:
    bot = make_bot()
    client.force_login(person("ana", author=bot))
    page = client.get("/admin/flows_app/flow/add/").text
    assert "Collect and confirm" in page
    assert "Money transfer" in page

    form = {"bot": bot.pk, "name": "new", "description": "What it does", "start_from": ""}
    response = client.post("/admin/flows_app/flow/add/", form)

    flow = Flow.objects.get(name="new")
    assert response["Location"] == f"/admin/flows_app/flow/{flow.pk}/change/"
    assert (flow.description, flow.steps.count(), flow.draft_revision) == ("What it does", 0, 1)
    assert flow.draft_editors == [User.objects.get(username="ana").pk]
    entry = AuditEntry.objects.get(verb="created")
    assert (str(entry.user), entry.subject, entry.details["flow"]) == ("ana", "new", flow.pk)


def test_a_flow_begins_with_a_template_and_its_tests(client: Client) -> None:
    bot = make_bot()
    client.force_login(person("ana", author=bot))

    client.post("/admin/flows_app/flow/add/", {"bot": bot.pk, "name": "pay", "start_from": "transfer"})

    flow = Flow.objects.get(name="pay")
    assert flow.description == "Sends money to somebody."
    assert boot_of(client, flow)["state"] == "never_published"
    scripts = [test.read_script() for test in flow.tests.all()]
    assert "'start_flow': 'pay'" in str(scripts[0].turns[0].commands)


def test_a_flow_begins_with_a_file(client: Client) -> None:
    bot = make_bot()
    client.force_login(person("ana", author=bot))
    text = "name: other\nsteps:\n  - {name: hello, type: say, message: Hello!}\n"

    def post(content: bytes) -> Any:
        file = SimpleUploadedFile("flow.yaml", content)
        return client.post("/admin/flows_app/flow/add/", {"bot": bot.pk, "name": "mine", "file": file})

    for content, said in ((b"steps: [", "not YAML"), (b"\xff\xfe", "not UTF-8"), (b"x" * 1_000_001, "larger than")):
        assert said in post(content).text
    assert not Flow.objects.filter(name="mine").exists()

    assert post(text.encode()).status_code == 302
    flow = Flow.objects.get(name="mine")
    assert [step["name"] for step in boot_of(client, flow)["document"]["steps"]] == ["hello"]
    assert boot_of(client, flow)["document"]["name"] == "mine"


@pytest.mark.parametrize(
    ("name", "said"), [("Bad name", "Begin with a small letter"), ("greet", "already exists"), ("", "required")]
)
def test_a_name_that_cannot_be_is_said_at_its_field(client: Client, name: str, said: str) -> None:
    bot = make_bot()
    client.force_login(person("ana", author=bot))

    response = client.post("/admin/flows_app/flow/add/", {"bot": bot.pk, "name": name, "start_from": ""})

    assert said in response.text
    assert Flow.objects.count() == 1


def test_new_flows_are_made_only_in_bots_one_may_write(client: Client) -> None:
    mine, theirs = make_bot(), Bot.objects.create(name="Their bot", slug="theirs")
    client.force_login(person("ana", author=mine, viewer=theirs))
    assert "Their bot" not in client.get("/admin/flows_app/flow/add/").text

    for bot, status in ((theirs, 200), (mine, 302)):
        form = {"bot": bot.pk, "name": "new", "start_from": ""}
        assert client.post("/admin/flows_app/flow/add/", form).status_code == status
    assert [flow.bot for flow in Flow.objects.filter(name="new")] == [mine]
