"""What no honest client sends, over a real server: nothing is stored, and nobody else notices."""

import json
import re
from contextlib import closing
from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from conversations_app.socket.consumer import FRAME_TOO_LARGE, NO_LONGER_ALLOWED, NOT_TEXT
from tests.socket.test_socket import close_code_of
from tests.support.client import ApiClient, Socket
from tests.support.processes import Server

pytestmark = pytest.mark.processes

# Of RFC 6455, by the server itself.
NOT_UTF_8 = 1007


@pytest.fixture
def client(standalone: Server) -> ApiClient:
    return ApiClient(standalone.address, "greeter")


@pytest.mark.parametrize(
    ("frame", "is_text", "close_code"),
    [
        (b"\xff\xfe", True, NOT_UTF_8),
        (b'{"type": "message", "text": "\xc3"}', True, NOT_UTF_8),
        # Half a surrogate pair, written out.
        (b'{"type": "message", "text": "\xed\xa0\x80"}', True, NOT_UTF_8),
        (b'{"type": "message", "text": "hi"}', False, NOT_TEXT),
        (b"", False, NOT_TEXT),
        (json.dumps({"type": "message", "text": "x" * 1_000_000}).encode(), True, FRAME_TOO_LARGE),
    ],
)
def test_what_is_no_frame_closes_its_own_socket_only(
    client: ApiClient, frame: bytes, is_text: bool, close_code: int
) -> None:
    with client.socket() as bystander, client.socket() as socket:
        socket.connection.send(frame, text=is_text)
        assert close_code_of(socket) == close_code
        bystander.send({"type": "resume", "after": 0})
        assert bystander.next("status")["last_seq"] == 0
        bystander.send({"type": "message", "text": "hi", "client_id": "one"})
        assert bystander.messages_until(2)[-1]["text"] == "What is your name?"


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        ('{"type": "message", "text": "a\\u0000b"}', "message_not_text"),
        ('{"type": "message", "text": "hi", "client_id": "a\\u0000b"}', "message_not_text"),
        ('{"type": "message", "text": "hi", "client_id": "\\udfff"}', "message_not_text"),
        ('{"type": "message", "option": "a\\u0000b", "reply_to": 1}', "option_not_storable"),
        ('{"type": "message", "option": "\\ud800", "reply_to": 1}', "option_not_storable"),
        ('{"type": "message", "option": {"\\u0000": 1}, "reply_to": 1}', "option_not_storable"),
        ('{"type": "message", "option": %s, "reply_to": 1}' % ("[" * 900 + "]" * 900), "option_not_storable"),
        ('{"type": "message", "text": %s}' % ("[" * 10_000 + "]" * 10_000), "not_json"),
        ('{"type": "message", "text": %s}' % ("9" * 10_000), "not_json"),
        ('{"type": "message", "text": "%s"}' % ("x" * 30_000), "message_too_long"),
        ('{"type": "resume", "after": 1e400}', "invalid"),
        ('{"type": "resume", "after": 99999999999999999999}', "invalid"),
        ('{"type": ["message"]}', "unknown_type"),
        ('{"type": "\\ud800"}', "unknown_type"),
        ("\x00", "not_json"),
        ("null", "unknown_type"),
        ("", "not_json"),
    ],
)
def test_what_is_no_message_is_answered_with_its_reason(client: ApiClient, frame: str, code: str) -> None:
    with client.socket() as socket:
        socket.send(frame)
        assert socket.next("error")["code"] == code
        socket.send({"type": "resume", "after": 0})
        assert socket.next("status")["last_seq"] == 0
    assert client.messages() == []


def test_a_flood_of_nonsense_ends_with_its_sender(client: ApiClient, standalone: Server) -> None:
    other, said_before = ApiClient(standalone.address, "greeter"), len(standalone.output())
    with client.socket() as socket:
        for _ in range(200):
            socket.send("{broken")
        answers = [socket.next("error")["code"] for _ in range(200)]

    assert set(answers) == {"not_json"}
    assert other.say("hi")["replies"][-1]["text"] == "What is your name?"
    assert "Traceback" not in standalone.output()[said_before:]


# Who is let in


@pytest.mark.parametrize("name", ["token", "api_key", "access_token", "sessionid"])
def test_nothing_but_a_ticket_in_the_address_lets_in(client: ApiClient, standalone: Server, name: str) -> None:
    credential = client._http.headers["Authorization"].removeprefix("Bearer ")
    address = standalone.address.replace("http", "ws", 1)

    for query in (f"?{name}={credential}", f"?{name}={client.ticket()}"):
        asked = f"{address}/ws/conversations/{client.id}/{query}"
        with pytest.raises(InvalidStatus) as refused, connect(asked, open_timeout=60):
            pass
        assert refused.value.response.status_code == 403


def test_staff_look_on_from_our_own_pages_until_they_log_out(client: ApiClient, standalone: Server) -> None:
    address = standalone.address.replace("http", "ws", 1) + f"/ws/conversations/{client.id}/"
    with closing(logged_in(standalone)) as browser:
        options: dict[str, Any] = {
            "additional_headers": {"Cookie": f"sessionid={browser.cookies['sessionid']}"},
            "open_timeout": 60,
        }
        for origin in (None, Origin("https://evil.example")):
            with pytest.raises(InvalidStatus), connect(address, origin=origin, **options):
                pass
        with connect(address, origin=Origin(standalone.address), **options) as connection:
            socket = Socket(connection)
            client.say("hi")
            assert [message["role"] for message in socket.messages_until(2)] == ["user", "bot"]
            socket.send({"type": "message", "text": "I am the user"})
            assert socket.next("error")["code"] == "read_only"
            browser.post("/admin/logout/", data={"csrfmiddlewaretoken": browser.cookies["csrftoken"]})
            assert close_code_of(socket) == NO_LONGER_ALLOWED
    assert len(client.messages()) == 2


def logged_in(server: Server) -> httpx.Client:
    password = re.search(r"user admin, password (\S+)", server.output())
    assert password
    browser = httpx.Client(base_url=server.address, headers={"Referer": server.address}, timeout=60)
    browser.get("/admin/login/")
    form = {
        "username": "admin",
        "password": password.group(1),
        "csrfmiddlewaretoken": browser.cookies["csrftoken"],
    }
    assert browser.post("/admin/login/", data=form).status_code == 302
    return browser
