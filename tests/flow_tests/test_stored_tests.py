from io import StringIO
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command

from conversations_app.models import Checkpoint
from flows_app.models import Bot, Flow, FlowTest
from flows_app.ports import flow_test_runner
from flows_app.publishing import PublishFlow, TestsFailed
from tests.support.authoring import make_bot, make_flow, publish, write_steps

pytestmark = pytest.mark.django_db

GREETED = {"turns": [{"user": "hi", "bot": "What is your name?"}, {"user": "Ana", "bot": "Hello, Ana!"}]}


def add_test(flow: Flow, name: str = "greets by name", script: dict[str, Any] = GREETED) -> FlowTest:
    return FlowTest.objects.create(flow=flow, name=name, script=script)


def run_command(*arguments: str) -> str:
    output = StringIO()
    call_command("test_bot", "test-bot", *arguments, stdout=output)
    return output.getvalue()


@pytest.fixture
def bot() -> Bot:
    made = make_bot()
    made.settings = {"tests_gate_publishing": True}
    made.save()
    return made


@pytest.fixture
def flow(bot: Bot) -> Flow:
    assert bot.default_flow is not None
    return bot.default_flow


def rewrite(flow: Flow, greeting: str, **more: Any) -> None:
    ask = {"name": "ask_name", "type": "collect", "slot": "name", "message": "What is your name?"}
    write_steps(flow, [ask, {"name": "greeting", "type": "say", "message": greeting}], **more)


# Publishing


def test_a_failing_test_stops_publishing_and_says_why(flow: Flow) -> None:
    add_test(flow)
    rewrite(flow, "Go away, {name}!")

    with pytest.raises(TestsFailed) as refused:
        PublishFlow(flow).execute()

    assert refused.value.failures == (
        "Test “greets by name”: Turn 2 (user: Ana), bot: expected: “Hello, Ana!” happened: “Go away, Ana!”",
    )
    assert flow.versions.count() == 1

    rewrite(flow, "Hello, {name}!", description="Is polite")
    assert publish(flow).number == 2
    assert not Checkpoint.objects.exists()


def test_a_bot_that_does_not_want_it_publishes_whatever_its_tests_say(bot: Bot, flow: Flow) -> None:
    bot.settings = {}
    bot.save()
    add_test(flow)
    rewrite(flow, "Go away!")

    assert publish(flow).number == 2


def test_other_flows_take_part_as_they_are_published(bot: Bot, flow: Flow) -> None:
    joke = make_flow(bot, [{"name": "joke", "type": "say", "message": "Ha!"}], name="joke", slots=())
    turns = [
        {"user": "hi", "bot": "What is your name?"},
        {"user": "a joke", "commands": [{"start_flow": "joke"}], "bot": ["Ha!", "What is your name?"]},
    ]
    add_test(flow, script={"turns": turns})
    bot.settings["patterns"] = {"resumed": False}
    bot.save()
    rewrite(flow, "Good day, {name}!")

    with pytest.raises(TestsFailed, match="I can't do that"):
        publish(flow)

    publish(joke)
    write_steps(joke, [{"name": "joke", "type": "say", "message": "Not funny."}])
    assert publish(flow).number == 2


# On the drafts


def test_tests_run_on_the_drafts(flow: Flow) -> None:
    test = add_test(flow)
    rewrite(flow, "Bye, {name}!")

    (result,) = flow_test_runner.get().on_drafts([test])

    assert not result.passed
    assert "happened: “Bye, Ana!”" in str(result)


def test_a_draft_that_could_not_be_published_is_not_run(flow: Flow) -> None:
    test = add_test(flow)
    write_steps(flow, [{"name": "go", "type": "say", "message": "Hi.", "next": "nowhere"}])

    (result,) = flow_test_runner.get().on_drafts([test])

    assert "“greet” can't be run as it is: step “go”" in str(result)


def test_a_test_that_is_no_script_any_more_says_so(flow: Flow) -> None:
    test = add_test(flow, script={"turns": []})

    (result,) = flow_test_runner.get().on_drafts([test])

    assert "can't be read any more" in str(result)
    with pytest.raises(ValidationError, match="turns"):
        test.full_clean()


# The command


def test_the_command_says_what_passes(flow: Flow) -> None:
    add_test(flow)
    add_test(flow, "again")

    assert run_command() == "passed  greet: greets by name\npassed  greet: again\n2 tests passed.\n"


def test_the_command_says_what_fails_and_fails(flow: Flow) -> None:
    add_test(flow)
    rewrite(flow, "Bye, {name}!")
    output = StringIO()

    with pytest.raises(CommandError, match=r"1 of 1 test failed\.") as failed:
        call_command("test_bot", "test-bot", stdout=output)

    assert failed.value.returncode == 1
    assert output.getvalue().splitlines() == [
        "FAILED  greet: greets by name",
        "        Turn 2 (user: Ana), bot:",
        "            expected: “Hello, Ana!”",
        "            happened: “Bye, Ana!”",
    ]
    assert run_command("--published").endswith("1 test passed.\n")


def test_the_command_runs_the_tests_of_one_flow(bot: Bot, flow: Flow) -> None:
    add_test(flow)
    make_flow(bot, name="other")

    assert "greets by name" in run_command("--flow", "greet")
    assert run_command("--flow", "other") == "There are no tests.\n"
    with pytest.raises(CommandError, match="has no flow “nowhere”"):
        run_command("--flow", "nowhere")


def test_the_command_says_what_it_can_not_run(bot: Bot, flow: Flow) -> None:
    with pytest.raises(CommandError, match="There is no bot “nobody”"):
        call_command("test_bot", "nobody")
    assert run_command() == "There are no tests.\n"

    add_test(flow)
    draft_only = make_flow(bot, name="draft_only")
    add_test(draft_only)
    printed = run_command("--flow", "draft_only", "--published")
    assert printed == "Left out: draft_only is not published.\n0 tests passed.\n"

    write_steps(draft_only, [{"name": "go", "type": "say", "message": "Hi.", "next": "nowhere"}])
    assert "1 test passed." in run_command("--flow", "greet")
    with pytest.raises(CommandError, match="Mend the drafts first:\ndraft_only, step “go”"):
        run_command()
