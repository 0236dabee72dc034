"""What is known of where conversations end, and that nothing is told that is not."""

from typing import Any

import pytest

from conversations_app.models import FlowRun
from flows_app.models import Bot, Flow
from flows_app.ports import StepStatistics, step_statistics
from flows_app.registry import action, registry
from tests.support.authoring import make_bot, make_flow, publish, write_steps
from tests.support.talking import Talk

pytestmark = pytest.mark.django_db

STEPS: list[dict[str, Any]] = [
    {"name": "ask_name", "type": "collect", "slot": "name", "message": "Who?"},
    {"name": "ask_age", "type": "collect", "slot": "age", "message": "How old?"},
    {"name": "sure", "type": "confirm", "message": "Right?"},
    {"name": "try_it", "type": "action", "call": "stat.fails"},
    {"name": "done", "type": "say", "message": "Done."},
]


def statistics(bot: Bot) -> dict[str, StepStatistics]:
    version = bot.flows.get(name="greet").current_version
    assert version is not None
    return dict(step_statistics.get().of_version(version))


def talk_up_to(bot: Bot, *said: str) -> Talk:
    talk = Talk(bot)
    for text in said:
        talk.say(text)
    return talk


@pytest.fixture
def bot() -> Any:
    with registry.changed_for_a_while():

        @action("stat.fails", idempotent=False)
        def fails() -> None:
            raise ValueError

        yield make_bot(STEPS, slots=["name", {"name": "age", "type": "integer"}])


def test_where_people_stand_and_where_they_leave(bot: Bot) -> None:
    talk_up_to(bot, "hi")
    talk_up_to(bot, "hi", "Ana")
    talk_up_to(bot, "hi", "Ana")
    talk_up_to(bot, "hi", "Ana", "30", "no")
    talk_up_to(bot, "hi", "Ana", "30", "yes")

    assert statistics(bot) == {
        "ask_name": StepStatistics(reached=5, left=0, waiting=1),
        "ask_age": StepStatistics(reached=4, left=0, waiting=2),
        "sure": StepStatistics(reached=2, left=1),
        "try_it": StepStatistics(reached=1, left=1),
    }


def test_a_run_that_has_come_to_its_end_has_reached_all_that_nobody_can_go_round() -> None:
    bot = make_bot()
    talk_up_to(bot, "hi", "Ana")
    talk_up_to(bot, "hi")

    assert statistics(bot) == {
        "ask_name": StepStatistics(reached=2, waiting=1),
        "greeting": StepStatistics(reached=1),
    }


def test_who_gave_up_did_not_go_round_what_follows() -> None:
    """A denial, a failure and too many attempts end a run where it stands: who came to the end has passed them all."""
    steps = [
        {"name": "ask_age", "type": "collect", "slot": "age", "message": "How old?", "max_attempts": 1},
        {"name": "sure", "type": "confirm", "message": "Right?"},
        {"name": "try_it", "type": "action", "call": "stat.works"},
        {"name": "done", "type": "say", "message": "Done."},
    ]
    with registry.changed_for_a_while():

        @action("stat.works", idempotent=True)
        def works() -> None:
            pass

        bot = make_bot(steps, slots=[{"name": "age", "type": "integer"}])
        talk_up_to(bot, "hi", "30", "yes")
        talk_up_to(bot, "hi", "30", "no")
        talk_up_to(bot, "hi", "many")

        assert statistics(bot) == {
            "ask_age": StepStatistics(reached=3, left=1),
            "sure": StepStatistics(reached=2, left=1),
            "try_it": StepStatistics(reached=1),
            "done": StepStatistics(reached=1),
        }


@pytest.mark.parametrize(("field", "step"), [("on_deny", "sure"), ("on_error", "try_it")])
def test_who_was_led_to_the_end_may_have_gone_round_it(bot: Bot, field: str, step: str) -> None:
    flow = bot.flows.get(name="greet")
    write_steps(flow, [{**one, field: "end"} if one["name"] == step else one for one in STEPS])
    publish(flow)
    talk_up_to(bot, "hi", "Ana", "30", "no" if field == "on_deny" else "yes")

    found = statistics(bot)

    assert found[step].reached == 1
    assert "done" not in found


def _with_branch() -> Bot:
    steps: list[dict[str, Any]] = [
        {"name": "ask", "type": "collect", "slot": "name", "message": "Who?"},
        {
            "name": "which",
            "type": "branch",
            "cases": [
                {
                    "when": "name == 'Ana'",
                    "steps": [{"name": "ana_age", "type": "collect", "slot": "age", "message": "Age?"}],
                }
            ],
        },
        {"name": "bye", "type": "say", "message": "Bye.", "when": "name != 'Eva'"},
        {"name": "end_of_it", "type": "collect", "slot": "mood", "message": "How was it?"},
    ]
    return make_bot(steps, slots=["name", "age", "mood"])


def test_of_a_step_that_can_be_gone_round_nothing_is_told() -> None:
    bot = _with_branch()
    talk_up_to(bot, "hi", "Ana")
    talk_up_to(bot, "hi", "Bo")
    found = statistics(bot)

    assert found["ask"].reached == found["which"].reached == 2
    # Somebody stands behind it, and may or may not have been there.
    assert found["ana_age"] == StepStatistics(reached=None, waiting=1)
    assert "bye" not in found
    assert found["end_of_it"] == StepStatistics(reached=1, waiting=1)


def test_runs_that_ended_nobody_knows_where_spoil_no_number(bot: Bot) -> None:
    talk_up_to(bot, "hi", "Ana")
    lost = talk_up_to(bot, "hi", "Ana")
    FlowRun.objects.filter(conversation=lost.id).update(status="cancelled", step="")

    assert statistics(bot) == {
        "ask_name": StepStatistics(reached=2),
        "ask_age": StepStatistics(reached=None, waiting=1),
    }


def test_other_versions_and_flows_are_not_counted(bot: Bot) -> None:
    talk_up_to(bot, "hi", "Ana")
    other: Flow = make_flow(bot, name="other")
    publish(other)
    flow = bot.flows.get(name="greet")
    flow.description = "Another."
    flow.save()
    publish(flow)

    assert statistics(bot) == {}
