"""A command that a plugin adds is known wherever ours are. Its definition and its handler are all there is of it."""

from collections.abc import Iterator
from datetime import date
from typing import Any, Literal

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.test import Client
from django.urls import reverse
from pydantic import BaseModel
from pytest_django import Settings

from conversations_app.dialogue.commands import About, CommandModel
from conversations_app.dialogue.handlers import DEFAULT_HANDLERS, CommandHandler, Outcome, command_handlers
from conversations_app.dialogue.handlers.start_flow import StartFlowHandler
from conversations_app.models import NLUExample, Turn
from conversations_app.understanding.evaluating.effects import share_right
from conversations_app.understanding.language_model.offered import keep_offered
from conversations_app.understanding.marked.marking import CannotMark, mark_turn
from flows_app.editor.boot import boot
from flows_app.engine import DialogueState, RuntimeContext
from flows_app.flow_language import UnderstandingSettings
from flows_app.flow_language.command_words import full_form, short_form
from flows_app.flow_language.commands import COMMANDS, OPTION_COMMANDS, StartFlow
from flows_app.language_model_keys import set_key
from flows_app.models import Bot, Flow, FlowTest
from flows_app.ports import flow_test_runner
from tests.simulator.simulating import Browser, texts
from tests.support.authoring import make_bot
from tests.support.example_commands import HANDLER, VoucherHandler
from tests.support.lm_server import LMServer, by_text, given_commands
from tests.support.people import person
from tests.support.talking import Talk
from tests.understanding.dialogues import dialogue

TAKEN = {"type": "voucher", "code": "X5"}


@pytest.fixture(autouse=True)
def plugin(settings: Settings) -> None:
    settings.SONI_COMMAND_HANDLERS = [HANDLER]


@pytest.fixture
def model() -> Iterator[LMServer]:
    answers = {
        "I have voucher X5": given_commands(TAKEN),
        "voucher x-5": given_commands({"type": "voucher", "code": "x-5"}),
    }
    with LMServer(by_text(answers)) as server:
        yield server


@pytest.fixture
def bot() -> Bot:
    return make_bot()


def flow_of(bot: Bot) -> Flow:
    assert bot.default_flow
    return bot.default_flow


def understood_by(server: LMServer, bot: Bot) -> Bot:
    understanding = {"provider": "dspy", "model": "openai/test-model", "api_base": server.api_base}
    bot.settings = {"understanding": understanding}
    bot.save()
    where = UnderstandingSettings.model_validate(understanding).server
    assert where
    set_key(bot, "sk-nobody-may-see-this", server=where)
    return bot


# Understood by a language model, handled in a conversation, marked as an example


@pytest.mark.django_db(transaction=True)
def test_a_language_model_is_told_of_it_and_what_it_answers_is_handled(bot: Bot, model: LMServer) -> None:
    talk = Talk(understood_by(model, bot))
    talk.command({"type": "start_flow", "flow": flow_of(bot).name})

    assert talk.say("I have voucher X5") == ["Voucher X5 noted.", "What is your name?"]
    turn = Turn.objects.get(message__text="I have voucher X5")
    assert (turn.provider, turn.commands) == ("dspy", [TAKEN])
    asked = model.requests[0]
    assert "The user gives the code of a voucher." in asked.everything
    assert "My voucher says SPRING" in asked.everything
    told = asked.body["response_format"]["json_schema"]["schema"]["$defs"]["CommandList"]["items"]["anyOf"]
    assert told[-1] == {
        "type": "object",
        "description": "The user gives the code of a voucher.",
        "properties": {"type": {"const": "voucher", "type": "string"}, "code": {"type": "string"}},
        "required": ["type", "code"],
        "additionalProperties": False,
    }


@pytest.mark.django_db(transaction=True)
def test_what_its_definition_refuses_is_dropped_from_a_language_models_answer(bot: Bot, model: LMServer) -> None:
    talk = Talk(understood_by(model, bot))
    talk.command({"type": "start_flow", "flow": flow_of(bot).name})

    talk.say("voucher x-5")

    turn = Turn.objects.get(message__text="voucher x-5")
    assert TAKEN["type"] not in [command["type"] for command in turn.commands or ()]
    assert {"reason": "malformed", "type": "voucher"} in turn.trace["dropped"]


@pytest.mark.django_db(transaction=True)
def test_it_is_marked_as_what_a_message_means(bot: Bot, model: LMServer) -> None:
    talk = Talk(understood_by(model, bot))
    talk.say("I have voucher X5")
    turn = Turn.objects.get()

    assert mark_turn(turn).was_right
    meant = mark_turn(turn, [{"type": "voucher", "code": "Y6"}])
    assert not meant.was_right
    assert meant.commands == [{"type": "voucher", "code": "Y6"}]


@pytest.mark.django_db(transaction=True)
def test_people_mark_it_in_its_short_form(bot: Bot, model: LMServer) -> None:
    talk = Talk(understood_by(model, bot))
    talk.say("I have voucher X5")
    client = Client()
    client.force_login(person("ana", author=bot))
    page = reverse("admin:conversations_app_nluexample_add") + f"?turn={Turn.objects.get().pk}"

    assert "- voucher: X5" in client.get(page).content.decode()
    assert client.post(page, {"meaning": "- voucher: Y6\n"}).status_code == 302
    assert NLUExample.objects.get().commands == [{"type": "voucher", "code": "Y6"}]


def test_two_of_it_are_told_apart_when_understanding_is_measured() -> None:
    assert share_right([TAKEN], [TAKEN], dialogue(), {}) == 1
    assert share_right([TAKEN], [{"type": "voucher", "code": "Y6"}], dialogue(), {}) == 0


# In flow tests and in the editor


def test_its_short_form_follows_from_its_fields() -> None:
    assert full_form({"voucher": "X5"}) == TAKEN
    assert short_form(TAKEN) == {"voucher": "X5"}
    with pytest.raises(ValueError, match="“voucher” needs a code"):
        full_form("voucher")
    with pytest.raises(ValueError, match="The code of “voucher”: String should match"):
        full_form({"voucher": "x-5"})


@pytest.mark.django_db(transaction=True)
def test_a_flow_test_says_it_in_its_short_form(bot: Bot) -> None:
    flow = flow_of(bot)
    turns = [
        {"user": "hi", "commands": [{"start_flow": flow.name}], "bot": "What is your name?"},
        {
            "user": "X5!",
            "commands": [{"voucher": "X5"}],
            "bot": ["Voucher X5 noted.", "What is your name?"],
        },
    ]
    test = FlowTest.objects.create(flow=flow, name="takes vouchers", script={"turns": turns})

    (result,) = flow_test_runner.get().on_drafts([test])

    assert result.passed, result.problems


@pytest.mark.django_db(transaction=True)
def test_the_simulator_has_its_words_and_takes_it(bot: Bot) -> None:
    browser = Browser(flow_of(bot))
    browser.say("hi", [{"type": "start_flow", "flow": flow_of(bot).name}])

    answer = browser.say("X5", [TAKEN])

    assert texts(answer) == ["Voucher X5 noted.", "What is your name?"]
    told = boot(flow_of(bot), browser.user, {})["commands"]
    assert told["about"]["voucher"]["words"] == "take the voucher"
    assert told["about"]["voucher"]["fields"] == ("code",)
    assert "voucher" in told["said"]
    assert "voucher: X5" in browser.make_test()["script"]


# Several fields, of other types than text


class CallBack(CommandModel):
    type: Literal["call_back"] = "call_back"
    phone: str
    day: date | None = None

    about = About(meaning="The user wants to be called.")


class CallBackHandler(CommandHandler):
    command_model = CallBack

    async def handle(self, command: dict[str, Any], state: DialogueState, context: RuntimeContext) -> Outcome:
        return Outcome()


@pytest.mark.parametrize(
    ("short", "full"),
    [
        ({"call_back": {"phone": "555"}}, {"type": "call_back", "phone": "555"}),
        (
            {"call_back": {"phone": "555", "day": "2031-03-07"}},
            {"type": "call_back", "phone": "555", "day": "2031-03-07"},
        ),
    ],
)
def test_several_fields_are_a_mapping_in_the_short_form(
    settings: Settings, short: dict[str, Any], full: dict[str, Any]
) -> None:
    settings.SONI_COMMAND_HANDLERS = [f"{__name__}.CallBackHandler"]

    assert full_form(short) == full
    assert short_form(full) == short
    assert keep_offered([full], {}, dialogue()) == ([full], [])


def test_several_fields_must_be_named(settings: Settings) -> None:
    settings.SONI_COMMAND_HANDLERS = [f"{__name__}.CallBackHandler"]

    with pytest.raises(ValueError, match="takes phone, day: write call_back"):
        full_form({"call_back": "555"})


# What a definition leaves out


class QuietStart(StartFlow):
    about = About()


class QuietHandler(StartFlowHandler):
    command_model = QuietStart


@pytest.mark.django_db(transaction=True)
def test_one_without_a_meaning_is_not_for_language_models_nor_for_examples(
    settings: Settings, bot: Bot, model: LMServer
) -> None:
    settings.SONI_COMMAND_HANDLERS = [f"{__name__}.QuietHandler"]
    talk = Talk(understood_by(model, bot))
    talk.say("I have voucher X5")

    assert "that one of the flows on offer does" not in model.requests[0].everything
    with pytest.raises(CannotMark, match="not understood from words"):
        mark_turn(Turn.objects.get(), [{"type": "start_flow", "flow": flow_of(bot).name}])


class NoDefinition(VoucherHandler):
    command_type = "x"
    command_model = BaseModel  # type: ignore[assignment]  # a mistake, which is told


def test_a_handler_whose_model_is_no_definition_is_refused_with_its_name(settings: Settings) -> None:
    settings.SONI_COMMAND_HANDLERS = [f"{__name__}.NoDefinition"]

    with pytest.raises(ImproperlyConfigured, match="NoDefinition"):
        command_handlers()


def test_every_command_of_ours_has_a_handler_and_words() -> None:
    handled = {handler.command_model for handler in DEFAULT_HANDLERS}

    assert {*COMMANDS, *OPTION_COMMANDS} <= handled
    assert all(model.about.words for model in handled if model)
    assert all(model.about.meaning for model in COMMANDS)
    assert all(model.about.press for model in OPTION_COMMANDS)
