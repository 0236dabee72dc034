"""The socket of a real server, with a real client."""

import json
import re

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from conversations_app.limits import MESSAGE_LENGTH, SOCKET_FRAME_BYTES
from conversations_app.socket.consumer import GONE
from tests.support.client import ApiClient, Socket
from tests.support.processes import Server, manage

pytestmark = pytest.mark.processes


@pytest.fixture
def client(standalone: Server) -> ApiClient:
    return ApiClient(standalone.address, "greeter")


def test_a_conversation_over_the_socket(client: ApiClient) -> None:
    with client.socket() as socket:
        socket.send({"type": "message", "text": "hi", "client_id": "one"})
        assert socket.next("ack") == {"type": "ack", "client_id": "one", "seq": 1}
        assert socket.messages_until(2)[-1]["text"] == "What is your name?"
        status = socket.next("status")
        assert (status["status"], status["pending"]["slot"]) == ("waiting", "name")
        socket.send({"type": "message", "text": "Alice", "client_id": "two"})
        assert socket.messages_until(4)[-1]["text"] == "Hello, Alice!"


def test_what_the_socket_said_is_what_the_api_lists(client: ApiClient) -> None:
    with client.socket() as socket:
        client.say("hi")
        client.say("Alice")
        seen = socket.messages_until(4)

    assert sorted(seen, key=lambda message: message["seq"]) == client.messages()


def test_a_client_that_comes_back_gets_what_it_missed(client: ApiClient) -> None:
    client.say("hi")
    client.say("Alice")

    with client.socket() as socket:
        socket.send({"type": "resume", "after": 1})
        missed = socket.messages_until(4)
        status = socket.next("status")

    assert [message["seq"] for message in missed] == [2, 3, 4]
    assert (status["status"], status["last_seq"], status["turn"]) == ("open", 4, 3)


def test_the_same_client_id_is_taken_once(client: ApiClient) -> None:
    with client.socket() as socket:
        for _ in range(3):
            socket.send({"type": "message", "text": "hi", "client_id": "same"})
            assert socket.next("ack")["seq"] == 1

    assert [message["text"] for message in client.say("Alice")["replies"]] == ["Hello, Alice!"]
    assert len(client.messages()) == 4


# Who gets in


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1"])
def test_a_page_of_another_origin_is_refused(client: ApiClient, origin: str) -> None:
    with pytest.raises(InvalidStatus) as refused, client.socket(origin=origin):
        pass

    assert refused.value.response.status_code == 403


def test_our_own_page_is_let_in(client: ApiClient, standalone: Server) -> None:
    with client.socket(origin=standalone.address) as socket:
        socket.send({"type": "resume", "after": 0})
        assert socket.next("status")["last_seq"] == 0


def test_a_ticket_works_once(client: ApiClient) -> None:
    ticket = client.ticket()
    with client.socket(ticket):
        pass

    with pytest.raises(InvalidStatus) as refused, client.socket(ticket):
        pass

    assert refused.value.response.status_code == 403


def test_a_ticket_of_another_conversation_or_none_is_refused(client: ApiClient, standalone: Server) -> None:
    theirs = ApiClient(standalone.address, "greeter").ticket()

    for ticket in (theirs, "", "nonsense"):
        with pytest.raises(InvalidStatus) as refused, client.socket(ticket):
            pass
        assert refused.value.response.status_code == 403


# Bad frames


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        ("{broken", "not_json"),
        ("[" * 20_000, "not_json"),
        ("[]", "unknown_type"),
        (json.dumps({"type": "dance"}), "unknown_type"),
        (json.dumps({"type": "message"}), "invalid"),
        (json.dumps({"type": "message", "text": 5}), "invalid"),
        (json.dumps({"type": "message", "text": "hi", "client_id": 5}), "invalid"),
        (json.dumps({"type": "message", "text": " "}), "message_empty"),
        (json.dumps({"type": "message", "text": "a\x00b"}), "message_not_text"),
        ('{"type": "message", "text": "\\ud800"}', "message_not_text"),
        (json.dumps({"type": "message", "text": "x" * (MESSAGE_LENGTH + 1)}), "message_too_long"),
        (json.dumps({"type": "resume", "after": "x"}), "invalid"),
        (json.dumps({"type": "resume", "after": -1}), "invalid"),
        (json.dumps({"type": "resume", "after": True}), "invalid"),
    ],
)
def test_a_bad_frame_is_answered_with_its_reason_and_the_socket_stays(client: ApiClient, frame: str, code: str) -> None:
    with client.socket() as socket:
        socket.send(frame)
        assert socket.next("error")["code"] == code
        socket.send({"type": "resume", "after": 0})
        assert socket.next("status")["last_seq"] == 0


@pytest.mark.parametrize(("frame", "close_code"), [(b"bytes", 1003), ("x" * (SOCKET_FRAME_BYTES + 1), 1009)])
def test_what_is_no_text_or_too_much_closes_the_socket(client: ApiClient, frame: str | bytes, close_code: int) -> None:
    with client.socket() as socket:
        socket.send(frame)
        assert close_code_of(socket) == close_code

    assert client.messages() == []


# The end of a conversation

ERASE = """
from conversations_app.models import Conversation
from conversations_app.verbs.erasing import erase_conversation
erase_conversation(Conversation.objects.get(pk="{}"))
"""


def test_who_is_connected_to_what_is_erased_is_told_and_let_go(client: ApiClient, standalone: Server) -> None:
    client.say("hi")

    with client.socket() as socket:
        erase_in_admin(standalone, client.id)
        assert socket.next("error")["code"] == "conversation_gone"
        assert close_code_of(socket) == GONE


def test_who_was_not_told_is_let_go_at_the_next_word(client: ApiClient, standalone: Server) -> None:
    with client.socket() as socket:
        manage(standalone._settings, "shell", "--no-imports", "-c", ERASE.format(client.id))
        socket.send({"type": "message", "text": "hi", "client_id": "one"})
        assert socket.next("error")["code"] == "conversation_not_found"
        assert close_code_of(socket) == GONE


def erase_in_admin(server: Server, conversation_id: str) -> None:
    password = re.search(r"user admin, password (\S+)", server.output())
    assert password
    with httpx.Client(base_url=server.address, headers={"Referer": server.address}, timeout=60) as browser:
        browser.get("/admin/login/")
        credentials = {"username": "admin", "password": password.group(1)}
        for path, given in (
            ("login", credentials),
            (f"conversations_app/conversation/{conversation_id}/erase", {}),
        ):
            token = {"csrfmiddlewaretoken": browser.cookies["csrftoken"]}
            assert browser.post(f"/admin/{path}/", data=given | token).status_code == 302


def close_code_of(socket: Socket) -> int:
    with pytest.raises(ConnectionClosed) as closed:
        socket.next("never")
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code
