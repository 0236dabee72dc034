"""Buttons and events over the socket of a real server."""

from typing import Any

import pytest

from tests.support.client import ApiClient

pytestmark = pytest.mark.processes


def test_an_order_by_buttons(customer: ApiClient) -> None:
    with customer.socket() as socket:
        socket.send({"type": "resume", "after": 0})
        assert [message["text"] for message in socket.messages_until(1)] == ["Welcome to the pizzeria!"]
        socket.send({"type": "message", "text": "hi", "client_id": "one"})
        question = socket.messages_until(4)[-1]
        assert question["options"] == [{"label": "Small", "value": "S"}, {"label": "Large", "value": "L"}]

        socket.send({"type": "message", "option": "L", "reply_to": question["seq"], "client_id": "two"})
        assert socket.next("ack") == {"type": "ack", "client_id": "two", "seq": 5}
        pressed, asked = socket.messages_until(6)

    assert (pressed["text"], pressed["client_id"]) == ("Large", "two")
    assert asked["text"] == "Your phone number?"


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        ({"option": "L", "reply_to": 99}, "reply_to_unknown"),
        ({"option": "L"}, "option_incomplete"),
        ({"option": None, "reply_to": None}, "message_empty"),
        ({"option": "L", "reply_to": "1"}, "invalid"),
        ({"option": "L", "reply_to": True}, "invalid"),
        ({"option": "L", "reply_to": 1, "text": "Large"}, "option_and_more"),
    ],
)
def test_what_is_no_button_is_answered_with_its_reason(customer: ApiClient, frame: dict[str, Any], code: str) -> None:
    with customer.socket() as socket:
        socket.send({"type": "message", "client_id": "x", **frame})
        refused = socket.next("error")

    assert (refused["code"], refused["client_id"]) == (code, "x")
    assert len(customer.messages()) == 1
