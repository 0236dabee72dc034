import pytest
from django.test import Client

from flows_app.models import AuditEntry, Bot, Flow, FlowTest
from tests.support.authoring import make_bot, make_flow
from tests.support.people import person

pytestmark = pytest.mark.django_db

LIST = "/admin/flows_app/flowtest/"
SCRIPT = "turns:\r\n  - user: hi\r\n    bot: What is your name?\r\n"


@pytest.fixture
def flow() -> Flow:
    flow = make_bot().default_flow
    assert flow is not None
    return flow


@pytest.fixture
def author(client: Client, flow: Flow) -> Client:
    client.force_login(person("ana", author=flow.bot))
    return client


def add_test(flow: Flow, name: str = "asks for the name", bot: str = "What is your name?") -> FlowTest:
    return FlowTest.objects.create(flow=flow, name=name, script={"turns": [{"user": "hi", "bot": bot}]})


def run(client: Client, *tests: FlowTest) -> str:
    posted = {"action": "run_tests", "_selected_action": [test.pk for test in tests]}
    return client.post(LIST, posted, follow=True).text


def test_an_author_writes_a_test_as_yaml(author: Client, flow: Flow) -> None:
    posted = {"flow": flow.pk, "name": "asks for the name", "script": SCRIPT}

    assert author.post(f"{LIST}add/", posted).status_code == 302
    assert author.post(f"{LIST}add/", {**posted, "name": "another"}).status_code == 302

    first, second = FlowTest.objects.all()
    assert first.script == {"turns": [{"user": "hi", "bot": "What is your name?"}]}
    assert first.position < second.position
    assert AuditEntry.objects.filter(verb="created", subject="test another of greet").exists()
    page = author.get(f"{LIST}{first.pk}/change/").text
    assert "turns:\n  - user: hi\n    bot: What is your name?" in page

    assert (
        author.post(f"{LIST}{first.pk}/change/", {**posted, "script": SCRIPT.replace("hi", "hey")}).status_code == 302
    )
    first.refresh_from_db()
    assert first.script["turns"][0]["user"] == "hey"
    assert author.post(f"{LIST}{first.pk}/delete/", {"post": "yes"}).status_code == 302
    assert FlowTest.objects.get() == second


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("turns:\n- user: hi\n  bto: x\n  bot: x", "Line 3: “bto” is no key that is known here."),
        ("turns: [", "This is not YAML"),
        ("turns:\n- user: hi\n  commands: [yep]\n  bot: x", "Line 3: Number 1 of “commands”: “yep” is no command"),
        ("name: x\nturns: []", "Line 1: The name has a field of its own: leave it out."),
    ],
)
def test_mistakes_are_told_at_the_script_and_nothing_is_stored(
    author: Client, flow: Flow, script: str, said: str
) -> None:
    page = author.post(f"{LIST}add/", {"flow": flow.pk, "name": "a test", "script": script})

    assert page.status_code == 200
    errors = page.context["adminform"].form.errors
    assert said in errors["script"][0]
    assert "bto" not in script or "bto: x" in page.text, "what was written is still in the box"
    assert not FlowTest.objects.exists()


def test_a_name_is_there_once_in_a_flow(author: Client, flow: Flow) -> None:
    add_test(flow)

    page = author.post(f"{LIST}add/", {"flow": flow.pk, "name": "asks for the name", "script": SCRIPT})

    assert "already exists" in page.text


def test_the_selected_tests_are_run_on_the_drafts(author: Client, flow: Flow) -> None:
    good, bad = add_test(flow), add_test(flow, "greets at once", "<b>Hello!</b>")
    add_test(flow, "not selected", "Bye!")

    page = run(author, good, bad)

    assert "1 test passed." in page
    assert "greets at once" in page
    assert "expected: “&lt;b&gt;Hello!&lt;/b&gt;”" in page
    assert "happened: “What is your name?”" in page
    assert "Bye!" not in page


def test_only_so_many_failures_are_told(author: Client, flow: Flow) -> None:
    page = run(author, *[add_test(flow, f"test {number}", "Bye!") for number in range(12)])

    assert page.count("happened:") == 10
    assert "2 more failed." in page


def test_rights_are_those_of_the_draft(client: Client, flow: Flow) -> None:
    theirs = make_flow(Bot.objects.create(name="Their bot", slug="theirs"), name="secret_flow")
    mine, hidden = add_test(flow), add_test(theirs, "a secret test")
    client.force_login(person("vera", viewer=flow.bot))

    assert "a secret test" not in client.get(LIST).text
    assert client.get(f"{LIST}{hidden.pk}/change/", follow=True).status_code in (200, 403, 404)
    assert "secret_flow" not in client.get(f"{LIST}{hidden.pk}/change/", follow=True).text
    page = client.get(f"{LIST}{mine.pk}/change/")
    assert "user: hi" in page.text
    assert "<textarea" not in page.text
    assert client.post(f"{LIST}{mine.pk}/change/", {"name": "x", "script": SCRIPT}).status_code == 403
    assert client.get(f"{LIST}add/").status_code == 403
    assert "1 test passed." in run(client, mine)
    assert "passed" not in run(client, hidden)


def test_an_author_adds_tests_to_flows_of_their_bots_only(author: Client, flow: Flow) -> None:
    theirs = make_flow(Bot.objects.create(name="Their bot", slug="theirs"), name="secret_flow")

    page = author.post(f"{LIST}add/", {"flow": theirs.pk, "name": "a test", "script": SCRIPT})

    assert "secret_flow" not in page.text
    assert not FlowTest.objects.exists()


def test_a_new_one_in_the_list_of_a_flow_is_of_that_flow(author: Client, flow: Flow) -> None:
    assert author.get(f"{LIST}?flow__id__exact={flow.pk}").status_code == 200
    page = author.get(f"{LIST}add/", {"_changelist_filters": f"flow__id__exact={flow.pk}"})
    assert page.context["adminform"].form.initial["flow"] == str(flow.pk)
