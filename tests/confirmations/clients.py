"""Who takes part, and what was on each one's screen when they wrote something."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from uuid import UUID

from tests.confirmations import words
from tests.confirmations.words import Body, Message


class Screen:
    """What one client has shown of the conversation: messages in whatever order they reached it."""

    def __init__(self) -> None:
        self._messages: dict[int, Message] = {}
        # Messages that came a second time, and were not the same.
        self.contradictions: list[Message] = []

    def show(self, message: Message) -> None:
        if self._messages.setdefault(message["seq"], message) != message:
            self.contradictions.append(message)

    @property
    def seen(self) -> int:
        """The newest seq up to which nothing is missing: behind a gap there may be a question."""
        seq = 0
        while seq + 1 in self._messages:
            seq += 1
        return seq

    @property
    def question(self) -> Message | None:
        """The newest one that is shown."""
        return next((self._messages[seq] for seq in sorted(self._messages, reverse=True) if self._asks(seq)), None)

    def __getitem__(self, seq: int) -> Message:
        return self._messages[seq]

    @property
    def shown(self) -> Mapping[int, Message]:
        return self._messages

    def _asks(self, seq: int) -> bool:
        return words.asks(self._messages[seq])


@dataclass
class Sent:
    """A message as its sender wrote it, and what they had before them then."""

    sender: str
    client_id: str
    body: Body
    # The newest question on their screen; of a button, the message it stands under.
    question: Message | None
    # Once it is accepted.
    seq: int | None = None

    @property
    def agrees(self) -> bool:
        return words.agrees(self.body, self.question)

    @property
    def repeats(self) -> bool:
        return words.repeats(self.body, self.question)

    @property
    def content(self) -> Body:
        return {**self.body, "client_id": self.client_id}

    def __str__(self) -> str:
        said = self.body.get("text") or {name: self.body[name] for name in self.body if name != "seen"}
        before = f"#{self.question['seq']} “{self.question['text']}”" if self.question else "nothing"
        return f"{self.sender} (seen {self.body.get('seen')}) {said!r} at {before}"


class Client:
    """Reads and writes in one conversation."""

    def __init__(self, name: str, random: Random, *, tells_seen: bool, chooses: "Chooses" = words.something):
        self.name = name
        self.screen = Screen()
        self.sent: list[Sent] = []
        self._random = random
        self._tells_seen = tells_seen
        self._chooses = chooses

    def write_something(self) -> Sent:
        return self.write(self._chooses(self.screen.question, self._random))

    def write(self, body: Body) -> Sent:
        """Writes it with what is on the screen now; when it is sent, and when it arrives, is another matter."""
        seen = {"seen": self.screen.seen} if self._tells_seen else {}
        question = self.screen[body["reply_to"]] if "reply_to" in body else self.screen.question
        client_id = str(UUID(int=self._random.getrandbits(128)))
        self.sent.append(Sent(self.name, client_id, {**body, **seen}, question))
        return self.sent[-1]


Chooses = Callable[[Message | None, Random], Body]
