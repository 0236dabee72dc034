"""Two tabs of one conversation, each with a socket of its own: a yes counts for what its tab has shown."""

from typing import Any

import pytest

from tests.support.client import ApiClient, Socket

pytestmark = pytest.mark.processes

LARGE, SMALL = "Order a pizza of size Large?", "Order a pizza of size Small?"
LOOK_FIRST, ORDERED = "Please look at this first.", "It is in the oven."


def say(socket: Socket, text: str, **more: Any) -> list[str]:
    """And what is answered."""
    socket.send({"type": "message", "text": text, "client_id": text, **more})
    seq = socket.next("ack")["seq"]
    replies: list[str] = []
    while True:
        frame = socket.next("message", "status")
        if frame["type"] == "status" and frame["turn"] >= seq:
            return replies
        if frame["type"] == "message" and frame["message"]["role"] == "bot" and frame["message"]["turn"] == seq:
            replies.append(frame["message"]["text"])


def order(socket: Socket) -> int:
    """Up to the confirmation; gives its seq."""
    say(socket, "hi")
    say(socket, "Large")
    assert say(socket, "555 123") == [LARGE]
    return 8


def test_a_tab_that_shows_what_was_asked_before(customer: ApiClient) -> None:
    with customer.socket() as one, customer.socket() as other:
        shown = order(one)
        other.send({"type": "message", "option": "Another size", "reply_to": shown, "client_id": "press"})
        other.next("ack")
        assert say(other, "Small") == [SMALL]

        assert say(one, "yes", seen=shown) == [LOOK_FIRST, SMALL]
        asked = customer.messages()[-1]
        assert asked["text"] == SMALL
        assert say(one, "yes, please", seen=asked["seq"]) == [ORDERED]


def test_a_client_that_does_not_say_is_known_by_its_connection(customer: ApiClient) -> None:
    with customer.socket() as one, customer.socket() as other:
        order(one)

        assert say(other, "yes") == [LOOK_FIRST, LARGE]
        assert say(other, "yes, please") == [ORDERED]


def test_who_has_brought_the_question_about_is_not_asked_twice(customer: ApiClient) -> None:
    with customer.socket() as socket:
        order(socket)

        assert say(socket, "yes") == [ORDERED]


@pytest.mark.parametrize(
    ("seen", "code"), [("1", "invalid"), (True, "invalid"), (-1, "invalid"), (1.0, "invalid"), (2, "seen_unknown")]
)
def test_what_nobody_can_have_seen_is_refused(customer: ApiClient, seen: Any, code: str) -> None:
    with customer.socket() as socket:
        socket.send({"type": "message", "text": "hi", "client_id": "x", "seen": seen})
        refused = socket.next("error")

    assert (refused["code"], refused["client_id"]) == (code, "x")
    assert len(customer.messages()) == 1
