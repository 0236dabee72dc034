"""Where `html` is, and where it is not."""

import pytest

from conversations_app.credentials import issue_token
from conversations_app.delivery import public_message
from conversations_app.delivery.streamed_json import written
from conversations_app.models import Message
from conversations_app.verbs.exporting import export_conversation
from conversations_app.webhooks.payloads import told_message
from tests.api.calling import Caller
from tests.support.authoring import make_bot
from tests.support.talking import Talk

pytestmark = pytest.mark.django_db

STEPS = [
    {"name": "ask", "type": "collect", "slot": "name", "message": "What is your **name**?"},
    {"name": "hello", "type": "say", "message": "Hello, **{name}**!"},
    {"name": "bye", "type": "say", "message": "Bye, {name}."},
]


def talk_about(name: str, *, sensitive: bool = False) -> Talk:
    talk = Talk(make_bot(STEPS, slots=[{"name": "name", "sensitive": sensitive}]))
    talk.say("**hi**")
    talk.say(name)
    return talk


def test_the_bots_markdown_and_nobodys_else() -> None:
    talk = talk_about("[x](http://evil.example) *y*")

    read = Caller(f"Bearer {issue_token(talk.id)}").get(f"conversations/{talk.id}/messages").json()["results"]

    assert [(message["text"], message.get("html")) for message in read] == [
        ("**hi**", None),
        ("What is your **name**?", "<p>What is your <strong>name</strong>?</p>"),
        ("[x](http://evil.example) *y*", None),
        (
            "Hello, **[x](http://evil.example) *y***!",
            "<p>Hello, <strong>[x](http://evil.example) *y*</strong>!</p>",
        ),
        ("Bye, [x](http://evil.example) *y*.", None),
    ]


def test_the_open_question_does_not_tell_where_its_values_stand() -> None:
    talk = Talk(make_bot(STEPS, slots=["name"]))
    talk.say("hi")

    assert "plain_parts" not in talk.pending


def test_a_message_of_the_platform_may_be_in_the_bots_own_markdown() -> None:
    bot = make_bot()
    bot.settings = {"patterns": {"welcome": "**Welcome!**"}}
    bot.save()

    [welcome] = Talk(bot).conversation.messages.all()
    assert public_message(welcome)["html"] == "<p><strong>Welcome!</strong></p>"


def test_what_is_sensitive_is_masked_in_html_too() -> None:
    talk = talk_about("Ana", sensitive=True)
    hello = talk.conversation.messages.get(text__startswith="Hello")
    assert hello.sensitive

    assert "html" in public_message(hello)
    assert "html" not in told_message(hello)
    assert "Ana" not in str(told_message(hello))
    assert "Ana" not in "".join(written(export_conversation(talk.conversation)))
    assert "<strong>Ana</strong>" in "".join(written(export_conversation(talk.conversation, sensitive=True)))


def test_messages_from_before_are_plain() -> None:
    assert "html" not in public_message(Message(role="bot", text="**old**"))
