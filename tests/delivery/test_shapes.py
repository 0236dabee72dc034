"""What is given has the shape that the API's description is made of, whichever way it goes out."""

import json
from collections.abc import Callable
from typing import Annotated, Any, NotRequired

import pytest
from django.test import Client
from jsonschema import Draft202012Validator, FormatChecker, ValidationError
from pydantic import Field
from typing_extensions import TypedDict

from conversations_app.api.bots import BotShape, VersionShape
from conversations_app.api.conversations import InspectedConversationShape, StartedConversationShape
from conversations_app.api.described.derived import schemas_of
from conversations_app.api.turns import TurnShape
from conversations_app.api.widget import WidgetShape
from conversations_app.credentials import issue_token
from conversations_app.delivery import message_frame, public_message
from conversations_app.delivery.shapes import ListedConversationShape, MessageShape
from conversations_app.delivery.streamed_json import written
from conversations_app.models import ApiKey, Message
from conversations_app.verbs.exporting import ExportShape, export_conversation
from conversations_app.verbs.rating import rate_conversation
from conversations_app.webhooks.payloads import told_message
from tests.api.calling import Caller
from tests.support.authoring import make_bot
from tests.support.talking import Talk

STEPS = [
    {
        "name": "ask",
        "type": "collect",
        "slot": "name",
        "message": "What is your **name**?",
        "options": [{"label": "Ana"}],
    },
    {"name": "pin", "type": "collect", "slot": "pin", "message": "Your PIN, {name}?"},
    {"name": "bye", "type": "say", "message": "Bye, {name}."},
]


def fits(shape: Any, given: Any) -> None:
    """By the schema that is described: nothing is missing, of another type, or more than it says."""
    described = schemas_of([shape])
    for schema in described.values():
        schema["additionalProperties"] = False
    name = shape.__name__.removesuffix("Shape")
    whole = {"$ref": f"#/components/schemas/{name}", "components": {"schemas": described}}
    Draft202012Validator(whole, format_checker=FormatChecker()).validate(given)


@pytest.fixture
def talk() -> Talk:
    talk = Talk(make_bot(STEPS, slots=["name", {"name": "pin", "sensitive": True}]))
    talk.say("hi", client_id="one")
    talk.press("Ana")
    talk.say("1234")
    rate_conversation(talk.conversation, score=5, comment="Fine.")
    return talk


def by_rest(talk: Talk) -> list[Any]:
    read = Caller(f"Bearer {issue_token(talk.id)}").get(f"conversations/{talk.id}/messages").json()
    return list(read["results"])


def by_socket(talk: Talk) -> list[Any]:
    return [message_frame(message)["message"] for message in talk.conversation.messages.all()]


def by_webhook(talk: Talk) -> list[Any]:
    return [told_message(message) for message in talk.conversation.messages.all()]


def by_export(talk: Talk) -> list[Any]:
    return list(json.loads("".join(written(export_conversation(talk.conversation))))["messages"])


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("read", [by_rest, by_socket, by_webhook, by_export])
def test_a_message_has_one_shape_by_every_way(talk: Talk, read: Callable[[Talk], list[Any]]) -> None:
    messages = read(talk)

    assert len(messages) == talk.conversation.last_seq > 5
    for message in messages:
        fits(MessageShape, message)
    assert {name for message in messages for name in message} >= {"client_id", "input", "slot", "sensitive"}


@pytest.mark.django_db(transaction=True)
def test_what_the_shape_does_not_say_does_not_fit(talk: Talk) -> None:
    message: Any = public_message(Message.objects.earliest("seq"))

    with pytest.raises(ValidationError):
        fits(MessageShape, {**message, "edited": True})
    with pytest.raises(ValidationError):
        fits(MessageShape, {name: value for name, value in message.items() if name != "turn"})


@pytest.mark.django_db(transaction=True)
def test_what_each_view_gives_has_its_shape(talk: Talk) -> None:
    caller = Caller.with_key(talk.conversation.bot, *ApiKey.Scope.values)
    here = f"conversations/{talk.id}"

    fits(BotShape, caller.get("bots/test-bot").json())
    fits(VersionShape, caller.get("bots/test-bot/versions").json()["results"][0])
    fits(WidgetShape, Client().get("/api/v1/bots/test-bot/widget").json())
    fits(ListedConversationShape, caller.get("conversations").json()["results"][0])
    fits(StartedConversationShape, caller.post("conversations", {"bot": "test-bot"}).json())
    inspected = caller.get(here).json()
    fits(InspectedConversationShape, inspected)
    assert {"stack", "slots", "rating"} <= set(inspected)
    for turn in caller.get(f"{here}/turns").json()["results"]:
        fits(TurnShape, turn)
    exported = json.loads("".join(written(export_conversation(talk.conversation, sensitive=True))))
    fits(ExportShape, exported)
    assert set(exported) == {"conversation", "messages", "slots", "turns", "actions", "journals"}


def test_a_field_more_is_in_the_description() -> None:
    class EditedMessageShape(MessageShape):
        edited: NotRequired[Annotated[bool, Field(description="Whether it was changed.")]]

    described = schemas_of([EditedMessageShape])

    assert described["EditedMessage"]["properties"]["edited"] == {
        "type": "boolean",
        "description": "Whether it was changed.",
    }
    assert "edited" not in described["EditedMessage"]["required"]
    assert {"Option", "Input"} <= set(described)


def test_what_may_be_null_says_so() -> None:
    class Held(TypedDict):
        text: str | None
        inner: MessageShape | None

    properties = schemas_of([Held])["Held"]["properties"]

    assert properties["text"] == {"type": ["string", "null"]}
    assert properties["inner"] == {"anyOf": [{"$ref": "#/components/schemas/Message"}, {"type": "null"}]}
