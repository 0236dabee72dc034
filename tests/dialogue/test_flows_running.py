import pytest

from conversations_app.models import Turn
from flows_app.models import Bot
from tests.support.authoring import default_flow, make_bot, make_flow, publish, write_steps
from tests.support.talking import Talk

pytestmark = pytest.mark.django_db

RESUMED = "Let's go on where we were."
NOT_UNDERSTOOD = "Sorry, I didn't understand that."


def test_a_conversation_keeps_the_version_it_started_on() -> None:
    bot = make_bot()
    talk = Talk(bot)
    assert talk.say("hi") == ["What is your name?"]

    # The step it waits at is gone from the new version.
    write_steps(default_flow(bot), [{"name": "welcome", "type": "say", "message": "Welcome!"}])
    publish(default_flow(bot))

    assert talk.say("Alice") == ["Hello, Alice!"]
    assert talk.say("hi") == ["Welcome!"]
    assert Talk(bot).say("hi") == ["Welcome!"]


def test_slots_of_a_finished_flow_are_gone() -> None:
    talk = Talk(make_bot())
    talk.say("hi")
    talk.say("Alice")

    assert talk.say("hi") == ["What is your name?"]
    assert talk.say("Bob") == ["Hello, Bob!"]


def test_what_a_user_types_is_data() -> None:
    talk = Talk(make_bot())
    talk.say("hi")

    assert talk.say("{name} {% now 'Y' %}") == ["Hello, {name} {% now 'Y' %}!"]


def test_an_endless_flow_ends_in_an_apology_and_the_conversation_goes_on() -> None:
    again = {"name": "again", "type": "say", "message": "Again."}
    bot = make_bot(
        [{"name": "loop", "type": "while", "condition": "true", "max_iterations": 1000, "steps": [again]}], slots=()
    )
    talk = Talk(bot)

    replies = talk.say("hi")

    assert replies[-1] == "Sorry, something went wrong on our side. Please try again."
    assert set(replies[:-1]) == {"Again."}
    assert Turn.objects.get().status == "done"
    assert talk.conversation.status == "open"


def test_a_bot_without_a_default_flow_says_so() -> None:
    assert Talk(Bot.objects.create(name="Empty", slug="empty")).say("hi") == [NOT_UNDERSTOOD]


def test_a_default_flow_that_was_never_published_is_not_started() -> None:
    bot = Bot.objects.create(name="Draft", slug="draft")
    bot.default_flow = make_flow(bot)
    bot.save()

    assert Talk(bot).say("hi") == [NOT_UNDERSTOOD]


def test_the_bot_speaks_the_conversations_language() -> None:
    bot = Bot.objects.create(name="Empty", slug="empty")

    assert Talk(bot, language="es-MX").say("hola") == ["Perdón, no he entendido eso."]
    assert Talk(bot, language="fr").say("salut") == [NOT_UNDERSTOOD]


def test_commands_stand_in_for_understanding() -> None:
    talk = Talk(make_bot())

    start, fill = {"type": "start_flow", "flow": "greet"}, {"type": "set_slot", "slot": "name", "value": "Ana"}
    replies = talk.command(start, fill)

    assert replies == ["Hello, Ana!"]
    assert Turn.objects.get().provider == "client"


def test_a_flow_started_during_a_flow_runs_first_and_then_the_first_asks_again() -> None:
    bot = make_bot()
    publish(make_flow(bot, [{"name": "joke", "type": "say", "message": "Ha!"}], name="joke", slots=()))
    talk = Talk(bot)
    talk.say("hi")

    assert talk.command({"type": "start_flow", "flow": "joke"}) == ["Ha!", RESUMED, "What is your name?"]
    assert talk.say("Alice") == ["Hello, Alice!"]


def test_a_flow_that_runs_already_is_not_stacked_twice() -> None:
    talk = Talk(make_bot())
    talk.say("hi")

    assert talk.command({"type": "start_flow", "flow": "greet"}) == ["What is your name?"]
    assert talk.say("Alice") == ["Hello, Alice!"]
    assert talk.conversation.status == "open"


@pytest.mark.parametrize("value", ["  ", 5, None])
def test_a_value_that_the_slot_refuses_is_not_stored_and_the_question_comes_again(value: object) -> None:
    talk = Talk(make_bot())
    talk.say("hi")

    replies = talk.command({"type": "set_slot", "slot": "name", "value": value})

    assert replies == ["Please answer with some text.", "What is your name?"]
    assert talk.say("Alice") == ["Hello, Alice!"]


def test_commands_that_name_nothing_known_do_no_harm() -> None:
    talk = Talk(make_bot())

    assert talk.command({"type": "start_flow", "flow": "nowhere"}) == ["Sorry, I can't do that."]
    # Nothing is understood and nothing runs: the bot's default flow starts.
    assert talk.command({"type": "set_slot", "slot": "name", "value": "x"}) == ["What is your name?"]
    unknown = {"type": "set_slot", "slot": "colour", "value": "red"}
    assert talk.command(unknown) == [NOT_UNDERSTOOD, "What is your name?"]
