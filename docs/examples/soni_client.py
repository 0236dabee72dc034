"""A small client of the REST API. Copy it into your project and change it as you like; all that it needs is httpx.

with Soni("http://localhost:8000", key) as soni:
    conversation = soni.start("demo-bank", user_ref="customer-17")
    for reply in conversation.say("how much do I have?").replies:
        print(reply["text"])
"""

import base64
import hashlib
import hmac
import json
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NotRequired, Self, TypedDict
from uuid import uuid4

import httpx

TRIES = 4
# Of a webhook: what is older may be somebody else's, sent again.
TOLERANCE_SECONDS = 300
# The stream gives a sign of life every 15 seconds: whoever hears nothing for longer has lost it.
SILENCE_SECONDS = 40


class Option(TypedDict):
    label: str
    value: Any


class Message(TypedDict):
    seq: int
    role: str
    kind: str
    text: str
    options: list[Option]
    turn: int
    created_at: str
    slot: NotRequired[str]
    client_id: NotRequired[str]
    event: NotRequired[str]
    metadata: NotRequired[dict[str, Any]]
    sensitive: NotRequired[bool]


@dataclass(frozen=True)
class Answer:
    """What came of a message. If it is not complete, the rest is in `messages` or `events` later on."""

    message: Message
    replies: list[Message]
    complete: bool


@dataclass(frozen=True)
class Event:
    """`message`, `status`, `typing` or `gone`, and what it says."""

    kind: str
    data: dict[str, Any]


class SoniProblem(Exception):
    """The platform has refused. Programs go by the code."""

    def __init__(self, response: httpx.Response):
        told = response.json() if "json" in response.headers.get("Content-Type", "") else {}
        self.status = response.status_code
        self.code: str = told.get("code", "")
        self.errors: dict[str, list[str]] = told.get("errors", {})
        super().__init__(f"{self.status} {self.code}: {told.get('detail', response.reason_phrase)}")


class Soni:
    """One bot, by its key. On the bot's own server: a key does not belong into a page or an app."""

    def __init__(self, host: str, key: str, *, tries: int = TRIES):
        self._tries = tries
        self._http = httpx.Client(
            base_url=f"{host.rstrip('/')}/api/v1/",
            headers={"Authorization": f"Api-Key {key}"},
            timeout=httpx.Timeout(10, read=SILENCE_SECONDS),
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._http.close()

    def start(self, bot: str, *, idempotency_key: str = "", **more: Any) -> "Conversation":
        """`more`: user_ref, user_hash, language, metadata."""
        started = self.call("POST", "conversations", key=idempotency_key or str(uuid4()), json={"bot": bot, **more})
        return Conversation(self, started["id"], started["token"])

    def conversation(self, conversation_id: str) -> "Conversation":
        """One that was started before."""
        return Conversation(self, conversation_id)

    def call(self, method: str, path: str, *, key: str = "", **more: Any) -> Any:
        """Tries again when no answer came or the platform asks to wait: by its key, nothing is done twice."""
        headers = {"Idempotency-Key": key} if key else {}
        for pause in [*(2**tried / 2 for tried in range(self._tries - 1)), None]:
            try:
                response = self._http.request(method, path, headers=headers, **more)
            except httpx.TransportError:
                if pause is None:
                    raise
            else:
                if response.is_success:
                    return response.json() if response.content else None
                if pause is None or not (response.status_code == 429 or response.status_code >= 500):
                    raise SoniProblem(response)
                pause = max(pause, float(response.headers.get("Retry-After", 0)))
            time.sleep(pause)

    def stream(self, path: str, after: int) -> Iterator[Event]:
        """Until the server ends it, or the connection does."""
        with self._http.stream("GET", path, params={"after": after}) as response:
            if not response.is_success:
                response.read()
                raise SoniProblem(response)
            kind = ""
            for line in response.iter_lines():
                name, _, value = line.partition(": ")
                if name == "event":
                    kind = value
                elif name == "data":
                    yield Event(kind, json.loads(value))


@dataclass(frozen=True)
class Conversation:
    soni: Soni
    id: str
    # For the user's own page or app: it opens this one conversation. Only the start gives it.
    token: str = ""

    def say(self, text: str, *, seen: int | None = None, wait: float = 10, client_id: str = "") -> Answer:
        """`seen`: the newest seq that your user was shown before they wrote it. A yes to a younger question is none."""
        return self._post({"text": text} | ({} if seen is None else {"seen": seen}), wait, client_id)

    def press(self, value: Any, *, reply_to: int, wait: float = 10, client_id: str = "") -> Answer:
        """The button with this value, under the message with that seq."""
        return self._post({"option": value, "reply_to": reply_to}, wait, client_id)

    def messages(self, after: int = 0, *, limit: int = 100) -> Iterator[Message]:
        """All that come after this seq, so far; so many at a time."""
        following: int | None = after
        while following is not None:
            page = self._call("GET", "/messages", params={"after": following, "limit": limit})
            yield from page["results"]
            following = page["next"]

    def events(self, after: int = 0) -> Iterator[Event]:
        """All from here on, each message once, over however many connections; until it is closed or erased."""
        while True:
            try:
                for event in self.soni.stream(f"conversations/{self.id}/events", after):
                    yield event
                    after = event.data["seq"] if event.kind == "message" else after
                    if event.kind == "gone" or event.data.get("status") == "closed":
                        return
            except httpx.TransportError:
                pass
            except SoniProblem as problem:
                if problem.status != 429 and problem.status < 500:
                    raise
            time.sleep(2)

    def close(self) -> None:
        """Closing what is closed changes nothing, so it needs no key to be tried again."""
        self._call("POST", "/close")

    def _post(self, body: dict[str, Any], wait: float, client_id: str) -> Answer:
        key = client_id or str(uuid4())
        return Answer(**self._call("POST", "/messages", key=key, params={"wait": wait}, json=body))

    def _call(self, method: str, path: str, **more: Any) -> Any:
        return self.soni.call(method, f"conversations/{self.id}{path}", **more)


def user_hash(user_ref: str, identity_secret: str) -> str:
    """Proves to the platform that your page's user is this one."""
    return hmac.new(identity_secret.encode(), user_ref.encode(), hashlib.sha256).hexdigest()


def webhook_is_genuine(secret: str, headers: Mapping[str, str], body: bytes, now: float | None = None) -> bool:
    """`body` as it came, before anything has read it; of `headers`, names in lower case."""
    message_id, sent_at = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not sent_at.isdigit() or abs((now or time.time()) - int(sent_at)) > TOLERANCE_SECONDS:
        return False
    signed = f"{message_id}.{sent_at}.".encode() + body
    digest = hmac.new(base64.b64decode(secret.removeprefix("whsec_")), signed, hashlib.sha256).digest()
    ours = b"v1," + base64.b64encode(digest)
    return any(hmac.compare_digest(theirs.encode(), ours) for theirs in headers.get("webhook-signature", "").split())
