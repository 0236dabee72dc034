import threading
from typing import Any

import pytest
from django.db import connections

from flows_app.models import AuditEntry, Bot, Flow
from flows_app.publishing import (
    NothingToWithdraw,
    PublishFlow,
    PublishRefused,
    StillNeeded,
    WithdrawFlow,
    flow_withdrawn,
)
from flows_app.rights import RightMissing
from tests.support.authoring import make_bot, make_flow, publish
from tests.support.people import person

pytestmark = pytest.mark.django_db


@pytest.fixture
def flow() -> Flow:
    flow = make_flow(Bot.objects.create(name="Bot", slug="bot"))
    publish(flow)
    flow.refresh_from_db()
    return flow


def test_nobody_can_start_a_withdrawn_flow_and_its_versions_stay(flow: Flow) -> None:
    user = person("ana", publisher=flow.bot)
    heard: list[Flow] = []
    flow_withdrawn.connect(listen := lambda flow, **_: heard.append(flow))

    WithdrawFlow(flow, user=user, note="not ready").execute()

    flow_withdrawn.disconnect(listen)
    flow.refresh_from_db()
    assert flow.current_version is None
    assert flow.versions.count() == 1
    assert heard == [flow]
    entry = AuditEntry.objects.get(verb="withdrew")
    assert (entry.user, entry.subject, entry.details["note"]) == (user, "greet v1", "not ready")


def test_it_is_published_again_under_the_next_number(flow: Flow) -> None:
    WithdrawFlow(flow).execute()

    assert publish(Flow.objects.get(pk=flow.pk)).number == 2


def test_what_is_not_published_is_not_withdrawn(flow: Flow) -> None:
    with pytest.raises(NothingToWithdraw):
        WithdrawFlow(make_flow(flow.bot, name="new")).execute()


def test_withdrawing_needs_the_right(flow: Flow) -> None:
    with pytest.raises(RightMissing):
        WithdrawFlow(flow, user=person("ana", author=flow.bot)).execute()


def test_the_default_flow_stays() -> None:
    flow = make_bot().default_flow
    assert flow is not None

    with pytest.raises(StillNeeded, match="is the default flow of “Test bot”"):
        WithdrawFlow(flow).execute()


@pytest.mark.parametrize(
    "step",
    [
        {"name": "go", "type": "call", "flow": "greet"},
        {"name": "go", "type": "link", "flow": "greet"},
        {
            "name": "go",
            "type": "say",
            "message": "And now?",
            "options": [{"label": "Greet", "command": {"type": "start_flow", "flow": "greet"}}],
        },
    ],
)
def test_a_flow_that_published_flows_lead_to_stays(flow: Flow, step: dict[str, Any]) -> None:
    inside = {
        "name": "which",
        "type": "branch",
        "cases": [{"when": "true", "steps": [step]}],
        "default": {"next": "end"},
    }
    caller = make_flow(flow.bot, [inside], name="main", slots=())
    publish(caller)
    make_flow(flow.bot, [step], name="only_a_draft", slots=())

    with pytest.raises(StillNeeded) as refused:
        WithdrawFlow(flow).execute()
    assert [str(caller) for caller in refused.value.callers] == ["step “go” of “main”"]

    WithdrawFlow(Flow.objects.get(pk=caller.pk)).execute()
    WithdrawFlow(Flow.objects.get(pk=flow.pk)).execute()


@pytest.mark.django_db(transaction=True)
def test_a_call_is_not_published_while_its_target_is_withdrawn(flow: Flow) -> None:
    caller = make_flow(flow.bot, [{"name": "go", "type": "call", "flow": "greet"}], name="main", slots=())
    together = threading.Barrier(2)
    outcomes: list[str] = []

    def act(verb: PublishFlow | WithdrawFlow) -> None:
        together.wait()
        try:
            verb.execute()
            outcomes.append("done")
        except (StillNeeded, PublishRefused):
            outcomes.append("refused")
        finally:
            connections.close_all()

    verbs = [PublishFlow(Flow.objects.get(pk=caller.pk)), WithdrawFlow(Flow.objects.get(pk=flow.pk))]
    threads = [threading.Thread(target=act, args=[verb]) for verb in verbs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(outcomes) == ["done", "refused"]
