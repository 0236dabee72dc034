import pytest
from django.test import Client

from flows_app.models import Flow
from tests.support.authoring import default_flow, make_bot, make_flow, publish, write_steps
from tests.support.people import person

pytestmark = pytest.mark.django_db


@pytest.fixture
def flow() -> Flow:
    """Version 1 greets, version 2 says goodbye, the draft says something else."""
    flow = make_flow(make_bot(), name="talk")
    publish(flow)
    for text in ("Bye!", "See <b>you</b>!"):
        flow.refresh_from_db()
        write_steps(flow, [{"name": "bye", "type": "say", "message": text}])
        if text == "Bye!":
            publish(flow)
    flow.refresh_from_db()
    return flow


@pytest.fixture
def publisher(client: Client, flow: Flow) -> Client:
    client.force_login(person("ana", publisher=flow.bot))
    return client


def address(flow: Flow, page: str) -> str:
    return f"/admin/flows_app/flow/{flow.pk}/{page}/"


def test_any_two_are_compared_side_by_side(publisher: Client, flow: Flow) -> None:
    page = publisher.get(address(flow, "compare"), {"old": "1", "new": "2"}).text
    assert "Step “ask_name”" in page
    assert "removed" in page
    assert "Step “bye”" in page

    page = publisher.get(address(flow, "compare")).text
    assert "1 change from version 2 to the draft" in page
    assert "<pre>Bye!</pre>" in page
    assert "<pre>See &lt;b&gt;you&lt;/b&gt;!</pre>" in page

    assert "Version 1 and version 1 are the same" in publisher.get(address(flow, "compare"), {"old": 1, "new": 1}).text


@pytest.mark.parametrize("key", ["9", "x", "-1", "²", "1" * 30])
def test_a_version_that_is_not_there_is_not_compared(publisher: Client, flow: Flow, key: str) -> None:
    assert publisher.get(address(flow, "compare"), {"old": key}).status_code == 404


def test_a_draft_that_cannot_be_read_says_why(publisher: Client, flow: Flow) -> None:
    flow.steps.update(data={})

    page = publisher.get(address(flow, "compare")).text

    assert "The draft can&#x27;t be compared" in page or "The draft can't be compared" in page
    assert "step “bye”" in page


def test_rolling_back_asks_first_and_takes_a_note(publisher: Client, flow: Flow) -> None:
    page = publisher.get(address(flow, "versions/1/roll-back")).text
    assert "What version 1 says is published again" in page
    assert "What changes" in page
    assert flow.versions.count() == 2

    response = publisher.post(address(flow, "versions/1/roll-back"), {"note": "It was better"}, follow=True)

    assert response.redirect_chain == [(address(flow, "change"), 302)]
    flow.refresh_from_db()
    assert flow.current_version is not None
    assert (flow.current_version.number, flow.current_version.note) == (3, "It was better")


def test_rolling_back_to_the_current_one_is_refused_in_a_sentence(publisher: Client, flow: Flow) -> None:
    for response in (
        publisher.get(address(flow, "versions/2/roll-back")),
        publisher.post(address(flow, "versions/2/roll-back"), {"note": ""}),
    ):
        assert "talk v2 already says the same" in response.text
        assert 'type="submit" class="default"' not in response.text
    assert publisher.get(address(flow, "versions/9/roll-back")).status_code == 404


def test_restoring_replaces_the_draft_that_was_shown_and_no_other(publisher: Client, flow: Flow) -> None:
    page = address(flow, "versions/1/restore")
    assert "The draft is replaced by what version 1 says" in publisher.get(page).text

    assert "changed by somebody else" in publisher.post(page, {"draft_revision": 7}).text
    response = publisher.post(page, {"draft_revision": flow.draft_revision}, follow=True)

    assert response.redirect_chain == [(address(flow, "change"), 302)]
    assert [step.name for step in flow.steps.all()] == ["ask_name", "greeting"]


def test_withdrawing_asks_first(publisher: Client, flow: Flow) -> None:
    page = address(flow, "withdraw")
    assert "Nobody can start it any more" in publisher.get(page).text

    response = publisher.post(page, {"note": "old"}, follow=True)

    assert response.redirect_chain == [(address(flow, "change"), 302)]
    assert "is not published" in publisher.get(page).text


def test_what_still_needs_a_flow_is_listed(publisher: Client, flow: Flow) -> None:
    publish(make_flow(flow.bot, [{"name": "go", "type": "call", "flow": "talk"}], name="main", slots=()))

    page = publisher.post(address(flow, "withdraw"), {"note": ""}).text
    assert "Other published flows lead to “talk”" in page
    assert "step “go” of <b>main</b>" in page

    page = publisher.get(address(default_flow(flow.bot), "withdraw")).text
    assert "is the default flow of “Test bot”" in page


def test_a_version_page_leads_to_the_same(publisher: Client, flow: Flow) -> None:
    page = publisher.get(f"/admin/flows_app/flowversion/{flow.versions.get(number=1).pk}/change/").text

    assert f"{address(flow, 'compare')}?old=1&amp;new=2" in page
    assert address(flow, "versions/1/roll-back") in page
