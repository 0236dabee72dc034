"""The picker of an action step: this bot's own actions, and those of plugins that are meant for it."""

from collections.abc import Iterator

import pytest
from django.test import Client

from flows_app.models import Bot, Flow
from flows_app.registry import Registry, action, registry
from tests.editor.asking import given, save
from tests.support.authoring import make_flow

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def plugins() -> Iterator[Registry]:
    with registry.changed_for_a_while():
        registry.actions = {}
        action("for_all")(lambda: None)
        action("for_us", bots=["test-bot"])(lambda: None)
        action("for_others", bots=["another", "third"])(lambda: None)
        yield registry


def names(client: Client, flow: Flow) -> list[tuple[str, str]]:
    return [(one["name"], one["source"]) for one in given(client, "GET", flow, "actions")["actions"]]


def test_own_actions_come_first_and_those_meant_for_other_bots_not_at_all(ana: Client, flow: Flow) -> None:
    other = Bot.objects.create(name="Another", slug="another")
    other.http_actions.create(name="theirs", url="https://a.example/")
    flow.bot.http_actions.create(name="mine", url="https://a.example/")

    assert names(ana, flow) == [("mine", "http"), ("for_all", "plugin"), ("for_us", "plugin")]


def test_what_a_flow_of_the_bot_calls_is_offered_whomever_it_is_meant_for(ana: Client, flow: Flow) -> None:
    make_flow(flow.bot, [{"name": "go", "type": "action", "call": "for_others"}], slots=(), name="other")

    assert ("for_others", "plugin") in names(ana, flow)


def test_what_is_meant_for_other_bots_can_still_be_called(ana: Client, flow: Flow) -> None:
    saved = save(ana, flow, steps=[{"name": "go", "type": "action", "call": "for_others"}])

    assert [finding for finding in saved["findings"] if finding["severity"] == "error"] == []


def test_the_demo_banks_actions_are_for_the_demo_bank(ana: Client, flow: Flow) -> None:
    demo = Bot.objects.create(name="Demo Bank", slug="demo-bank")
    with registry.changed_for_a_while():
        registry.actions = {}
        import importlib

        from soniplatform.demo_bank import actions

        importlib.reload(actions)

        assert registry.actions
        assert all(one.is_for(demo.slug) and not one.is_for(flow.bot.slug) for one in registry.actions.values())
