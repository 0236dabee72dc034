import pytest
from django.test import Client

from flows_app.drafts import document_of
from flows_app.editor.starting import NAMES
from flows_app.exchange import export_bot
from flows_app.models import Bot, Flow, FlowVersion
from tests.editor.asking import given, save
from tests.support.authoring import make_flow
from tests.support.people import person

pytestmark = pytest.mark.django_db

FRAMEWORK = """\
version: "1.0"
slots:
  city: {type: string, prompt: Which city?}
flows:
  travel:
    description: Books a trip.
    steps:
      - {step: ask_city, type: collect, slot: city}
"""


def test_a_flow_as_a_file_and_back(ana: Client, flow: Flow) -> None:
    document = document_of(flow) | {"description": "Not saved: “yes”", "triggers": ["hi", "on"]}

    answer = given(ana, "POST", flow, "export", {"document": document, "format": "yaml"})
    read = given(ana, "POST", flow, "import", {"text": answer["text"]})

    assert answer["file_name"] == "greet.yaml"
    assert (read["document"], read["findings"], read["notes"]) == (document, [], [])
    flow.refresh_from_db()
    assert (flow.description, flow.draft_revision) == ("", 0)


def test_what_is_broken_is_exported_as_it_is(ana: Client, flow: Flow) -> None:
    document = {"name": "</a>", "steps": [{"name": "x", "type": "say", "odd": [1]}]}

    answer = given(ana, "POST", flow, "export", {"document": document})

    assert answer["file_name"] == "a.yaml"
    assert given(ana, "POST", flow, "import", {"text": answer["text"]})["document"]["steps"] == document["steps"]


def test_a_drawing(ana: Client, flow: Flow) -> None:
    answer = given(ana, "POST", flow, "export", {"document": document_of(flow), "format": "mermaid"})
    assert answer["text"].startswith("flowchart TD")
    assert answer["file_name"] == "greet.mmd"

    answer = given(ana, "POST", flow, "export", {"document": {"steps": [{}]}, "format": "mermaid"}, 422)
    assert (answer["code"], answer["findings"][0]["path"]) == ("draft_broken", "/name")
    assert given(ana, "POST", flow, "export", {"document": {}, "format": "exe"}, 400)["code"] == "unknown_format"


def test_a_bots_file_with_one_flow_is_taken_too(ana: Client, flow: Flow) -> None:
    flow.bot.slots.create(name="tone", type="text")

    read = given(ana, "POST", flow, "import", {"text": export_bot(flow.bot)})

    assert read["document"]["steps"] == document_of(flow)["steps"]
    assert "slots" in read["notes"][0]


def test_a_file_of_the_soni_framework_is_taken_too(ana: Client, flow: Flow) -> None:
    read = given(ana, "POST", make_flow(flow.bot, name="new"), "import", {"text": FRAMEWORK})

    assert read["document"]["name"] == "travel"
    assert [(step["name"], step["type"]) for step in read["document"]["steps"]] == [("ask_city", "collect")]


def test_what_cannot_be_read_is_told_by_line(ana: Client, flow: Flow) -> None:
    make_flow(flow.bot, name="other")

    for text, said in (
        ("steps: [", "not YAML"),
        ("", "no flow in it"),
        ("a: 1", "no flow in it"),
        ("- 1", "mapping"),
        (export_bot(flow.bot), "2 flows"),
        ("steps: &a []", "anchor"),
    ):
        answer = given(ana, "POST", flow, "import", {"text": text}, 400)
        assert answer["code"] == "file_refused"
        assert said in answer["errors"][0], answer


def test_a_published_flow_keeps_its_name(ana: Client, flow: Flow) -> None:
    read = given(ana, "POST", flow, "import", {"text": "name: other\nsteps:\n  - {name: a, type: say, message: Hi}\n"})

    assert (read["document"]["name"], read["findings"]) == ("greet", [])
    assert "keeps its name" in read["notes"][0]


@pytest.mark.parametrize("name", NAMES)
def test_a_template_publishes_as_it_is_in_a_fresh_bot(name: str) -> None:
    bot = Bot.objects.create(name="Fresh", slug="fresh")
    flow = Flow.objects.create(bot=bot, name="mine")
    client = Client()
    client.force_login(person("ana", publisher=bot))
    template = next(one for one in given(client, "GET", flow, "templates")["results"] if one["name"] == name)

    saved = save(client, flow, **template["document"])
    assert (saved["findings"], saved["state"]) == ([], "never_published")
    assert given(client, "POST", flow, "publish", {"revision": 1})["version"] == 1

    definition = FlowVersion.objects.get().definition
    assert definition["name"] == "mine"
    assert definition["triggers"]
    assert any(slot["validators"] for slot in definition["slots"]) or name == "faq"
    assert template["title"]
    assert template["description"]


def test_templates_have_between_them_what_an_author_looks_for(ana: Client, flow: Flow) -> None:
    documents = [template["document"] for template in given(ana, "GET", flow, "templates")["results"]]

    written = str(documents)
    for kind in ("collect", "confirm", "branch", "while", "set", "say", "handoff"):
        assert f"'type': '{kind}'" in written
