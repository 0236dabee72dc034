"""The journal of a flow instance: typed entries of what the user and the world have told it.

Everything else (computed slots, branches taken, rounds of loops, the step it stands at) follows from the journal by
walking the flow. Entries are only appended. Each holds the occasion at which the flow stood; of one occasion and kind
the newest counts. A turn's entries of one instance are a page, which holds their time and turn once.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Annotated, Any, ClassVar, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

# The occasion before the first step: what a flow begins with.
BEGINNING = ""

Giver = Literal["user", "caller", "outside"]


class _Entry(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    # Where the flow stood: a step, and the rounds and jumps back around it (`occasions.path_of`).
    step: str = BEGINNING
    path: str = ""
    # When it was told in the first place, if it replaces or repeats that: past midnight, `today` stays what it was.
    since: datetime | None = None
    # Taken from the page: the turn's time, and the seq of its message.
    at: datetime = Field(exclude=True)
    turn: int = Field(exclude=True)

    # Kinds that answer the same question replace each other.
    answers: ClassVar[str] = ""

    @property
    def key(self) -> tuple[str, ...]:
        return (self.step, self.path, self.answers or type(self).__name__)

    @property
    def time(self) -> datetime:
        """Value of `now` for the steps that follow."""
        return self.since or self.at


class Started(_Entry):
    """The instance begins: initial values, what an earlier run kept, what a caller gives, and the bot-wide values."""

    type: Literal["started"] = "started"
    slots: dict[str, Any]
    bot_slots: dict[str, Any]
    version_id: int


class TakenOver(_Entry):
    """The instance is known from here on only: it comes from older code, or an author has put it at a step."""

    type: Literal["taken_over"] = "taken_over"
    slots: dict[str, Any]
    bot_slots: dict[str, Any]
    rounds: dict[str, int] = {}
    visits: dict[str, int] = {}
    # Slots that actions took though no input of their step names them.
    taken: dict[str, list[str]] = {}
    # By step that has called a flow which has done something once and for all, and has returned: on which visit.
    done: dict[str, int] = {}


class Given(_Entry):
    """A value for a slot; null takes it back. Given ahead, it stands where the flow stood."""

    type: Literal["given"] = "given"
    slot: str
    value: Any = None
    by: Giver = "user"
    # Whether the slot was asked for.
    answer: bool = False
    # Values of computed slots that the question has shown, where the question stands in a loop.
    shown: str = ""

    @property
    def key(self) -> tuple[str, ...]:
        return (self.step, self.path, "Given", self.slot)


class _Answer(_Entry):
    """The user's answer to something shown: a digest of that, and the language that it was shown in."""

    shown: str
    language: str


class Agreed(_Answer):
    """A yes to a confirmation, for what it showed and for all that the flow held."""

    type: Literal["agreed"] = "agreed"
    answers = "confirmation"


class Denied(_Answer):
    """A no to a confirmation."""

    type: Literal["denied"] = "denied"
    answers = "confirmation"


class Acknowledged(_Answer):
    """A message that waits to be read was read."""

    type: Literal["acknowledged"] = "acknowledged"


class GivenUp(_Entry):
    """Too many answers were refused."""

    type: Literal["given_up"] = "given_up"


class Jumped(_Entry):
    """A button has led the flow to another step."""

    type: Literal["jumped"] = "jumped"
    to: str | None
    shown: str = ""
    language: str = ""
    answers = "confirmation"


class JumpedBack(_Entry):
    """The flow has gone back from here: what lies between is left behind. `landed` is the path of its landing, `number`
    counts the jumps back on the flow's way."""

    type: Literal["jumped_back"] = "jumped_back"
    to: str
    landed: str
    number: int


class HandedOff(_Entry):
    """A person has had the conversation."""

    type: Literal["handed_off"] = "handed_off"


class Called(_Entry):
    """The step has called another flow, which has a journal of its own; after a link, the flow that took over."""

    type: Literal["called"] = "called"
    flow_id: str
    flow_name: str
    version_id: int
    linked: bool = False

    @property
    def key(self) -> tuple[str, ...]:
        return (self.step, self.path, "Called", self.flow_id)


class Returned(_Entry):
    """The called flow has come to its end; what the caller's slots got."""

    type: Literal["returned"] = "returned"
    inputs: str
    slots: dict[str, Any]


class Said(_Entry):
    """Digest of what the step has said."""

    type: Literal["said"] = "said"
    text: str
    language: str


Entry = (
    Started
    | TakenOver
    | Given
    | Agreed
    | Denied
    | Acknowledged
    | GivenUp
    | Jumped
    | JumpedBack
    | HandedOff
    | Called
    | Returned
    | Said
)
_entries: TypeAdapter[list[Entry]] = TypeAdapter(list[Annotated[Entry, Field(discriminator="type")]])


def page_of(entries: Sequence[Entry]) -> list[dict[str, Any]]:
    """Gives the entries as plain JSON. The page tells when, and in which turn."""
    return [entry.model_dump(mode="json", exclude_defaults=True) | {"type": entry.type} for entry in entries]


def read_page(written: Iterable[Mapping[str, Any]], at: datetime, turn: int) -> list[Entry]:
    return _entries.validate_python([{**entry, "at": at, "turn": turn} for entry in written])


class Journal:
    """The entries of one flow instance, oldest first, and which of them count at an occasion."""

    def __init__(self, entries: Sequence[Entry]):
        self.entries = tuple(entries)
        newest = {entry.key: number for number, entry in enumerate(self.entries)}
        self._counting = sorted(newest.values())
        self._at: dict[tuple[str, str], list[int]] = {}
        self._given: dict[str, list[int]] = {}
        for number in self._counting:
            entry = self.entries[number]
            self._at.setdefault((entry.step, entry.path), []).append(number)
            if isinstance(entry, Given):
                self._given.setdefault(entry.slot, []).append(number)

    @property
    def counting(self) -> Sequence[int]:
        """Numbers of the entries that no newer one replaces."""
        return self._counting

    def at(self, step: str, path: str) -> Sequence[int]:
        return self._at.get((step, path), ())

    def given(self, slot: str) -> Sequence[int]:
        return self._given.get(slot, ())

    def __iter__(self) -> Iterator[Entry]:
        return (self.entries[number] for number in self._counting)


Kind = TypeVar("Kind", bound=_Entry)


class Told:
    """Everything known on the occasion that a step decides on: from its journal, or from the user just now."""

    def __init__(self, entries: Iterable[Entry] = ()):
        self._entries = tuple(entries)

    def newest(self, *kinds: type[Kind]) -> Kind | None:
        return next((entry for entry in reversed(self._entries) if isinstance(entry, kinds)), None)

    def given(self, slot: str) -> Given | None:
        return next((entry for entry in self._entries if isinstance(entry, Given) and entry.slot == slot), None)

    def called(self, flow_name: str, *, linked: bool = False) -> Called | None:
        """The instance of the flow that was called, or linked to, on this occasion."""
        calls = (entry for entry in reversed(self._entries) if isinstance(entry, Called))
        return next((call for call in calls if (call.flow_name, call.linked) == (flow_name, linked)), None)

    def __iter__(self) -> Iterator[Entry]:
        return iter(self._entries)


NOTHING_TOLD = Told()
