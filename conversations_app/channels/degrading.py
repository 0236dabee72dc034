"""Degrades a message for a channel that can't show all of it. The stored message stays whole."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from conversations_app.delivery.markdown import html_of
from conversations_app.delivery.plain_text import plain_text_of
from conversations_app.models import Message

Option = Mapping[str, Any]
Parts = Sequence[Sequence[int]]

_ACKNOWLEDGED: Option = {"label": "OK", "value": "OK"}


class Feature(StrEnum):
    """Something that the user's end of a channel can show, beyond plain text."""

    ACKNOWLEDGEMENTS = "acknowledgements"
    BUTTONS = "buttons"
    INPUTS = "inputs"
    SPEAKERS = "speakers"
    MARKDOWN = "markdown"


EVERYTHING = frozenset(Feature)


@dataclass(frozen=True)
class Shown:
    """A message as a channel shows it."""

    text: str
    # Where the Markdown of the text has values, which are shown as they are; None: the text is all plain.
    plain_parts: Parts | None = None
    options: tuple[Option, ...] = ()
    # How an answer can be entered: a date, a secret.
    input: Mapping[str, Any] | None = None
    # The person who says it; empty: the bot.
    speaker: str = ""
    wait_for_ack: bool = False
    metadata: Mapping[str, Any] = field(default_factory=dict)

    @property
    def html(self) -> str | None:
        """The text as sanitised HTML; None if plain words say it all."""
        return html_of(self.text, self.plain_parts)

    def with_plain_text(self, *, before: str = "", after: str = "") -> "Shown":
        """The same with more around it, which is never read as Markdown."""
        text = before + self.text + after
        if self.plain_parts is None:
            return replace(self, text=text)
        moved = [[start + len(before), end + len(before)] for start, end in self.plain_parts]
        added = [[0, len(before)], *moved, [len(text) - len(after), len(text)]]
        return replace(self, text=text, plain_parts=[part for part in added if part[0] < part[1]])


def shown_message(message: Message) -> Shown:
    is_person = message.role == Message.Role.AGENT
    return Shown(
        message.text,
        message.plain_parts,
        tuple(message.options),
        message.input,
        speaker=message.metadata.get("agent", "") if is_person else "",
        wait_for_ack=message.wait_for_ack,
        metadata=message.metadata,
    )


def degraded(shown: Shown, shows: frozenset[Feature]) -> Shown:
    for feature, without in DEGRADED.items():
        if feature not in shows:
            shown = without(shown)
    return shown


def picked(message: Message, shows: frozenset[Feature], typed: str) -> Option | None:
    """The option whose number in the list the user has typed; None if the message was shown without numbers."""
    options = degraded(shown_message(message), shows | {Feature.BUTTONS}).options
    if Feature.BUTTONS in shows or numbers_are_answers(option["value"] for option in options):
        return None
    numbered = {str(number): option for number, option in enumerate(options, start=1)}
    return numbered.get(typed.strip().removeprefix("#").rstrip(".)"))


def numbers_are_answers(values: Iterable[Any]) -> bool:
    """Whether a number that is typed would be an answer, to “How many?” for one, and not a place in the list."""
    return any(str(value).replace(".", "", 1).isdigit() for value in values)


def _with_a_button(shown: Shown) -> Shown:
    """Adds a button to a message that waits to be acknowledged: a press of it, whatever its value, says that the
    message has been read."""
    return replace(shown, options=(_ACKNOWLEDGED,)) if shown.wait_for_ack and not shown.options else shown


def _with_a_list(shown: Shown) -> Shown:
    if not shown.options:
        return shown
    bulleted = numbers_are_answers(option["value"] for option in shown.options)
    places = ["-" if bulleted else f"{number}." for number in range(1, len(shown.options) + 1)]
    lines = [f"\n{place} {option['label']}" for place, option in zip(places, shown.options, strict=True)]
    return replace(shown.with_plain_text(after="".join(lines)), options=())


def _without_input(shown: Shown) -> Shown:
    """The question stays; its answer is typed."""
    return replace(shown, input=None)


def _with_the_name_before(shown: Shown) -> Shown:
    return replace(shown.with_plain_text(before=f"{shown.speaker}: "), speaker="") if shown.speaker else shown


def _in_plain_text(shown: Shown) -> Shown:
    return replace(shown, text=plain_text_of(shown.text, shown.plain_parts), plain_parts=None)


# In this order: a button that stands for an acknowledgement becomes a list too, and a list stands below plain text too.
DEGRADED: Mapping[Feature, Callable[[Shown], Shown]] = {
    Feature.ACKNOWLEDGEMENTS: _with_a_button,
    Feature.BUTTONS: _with_a_list,
    Feature.INPUTS: _without_input,
    Feature.SPEAKERS: _with_the_name_before,
    Feature.MARKDOWN: _in_plain_text,
}
