"""The wordings of a draft that can be translated, each under a context that stays the same while the flow is edited."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from flows_app.drafts.places import steps_in
from flows_app.drafts.taking_apart import Written
from flows_app.flow_language.labels import label_of
from flows_app.flow_language.messages import without_placeholders
from flows_app.flow_language.text_places import TextPath, places_by_type, shown_texts_at
from flows_app.flow_language.texts import by_language, source_of, wordings


@dataclass(frozen=True)
class Message:
    """One wording: of several in a text, each is one."""

    context: str
    # In words, for translators.
    comment: str
    # Where its text stands in the document, that text, and the wording's number in it.
    path: TextPath
    text: Any
    number: int
    source: str
    translation: str


def flow_prefix(name: str) -> str:
    """Prefix of a flow's contexts; those of bot-wide slots have none."""
    return f"flow:{name}/"


def messages_of(document: Written, language: str, main: str, prefix: str = "") -> list[Message]:
    """Gives the messages in reading order. Leaves out parts without a name, or with a name used before: nothing would
    find them again."""
    found: dict[str, Message] = {}
    for part in _parts(document):
        for path, text in shown_texts_at(part.written, places_by_type()[part.kind]):
            for message in _messages(part, path, text, language, main, prefix):
                found.setdefault(message.context, message)
    return list(found.values())


@dataclass(frozen=True)
class _Part:
    """A step or a slot."""

    written: Written
    path: TextPath
    kind: str
    called: str


def _parts(document: Written) -> Iterator[_Part]:
    for place in steps_in(document):
        name, kind = place.step.get("name"), place.step.get("type")
        if isinstance(name, str) and name and isinstance(kind, str) and kind in places_by_type():
            yield _Part(place.step, place.path, kind, f"step:{name}")
    slots = document.get("slots")
    for number, slot in enumerate(slots if isinstance(slots, list) else ()):
        if isinstance(slot, dict) and isinstance(slot.get("name"), str) and slot["name"]:
            yield _Part(slot, ("slots", number), "slot", f"slot:{slot['name']}")


def _messages(part: _Part, path: TextPath, text: Any, language: str, main: str, prefix: str) -> Iterator[Message]:
    source = source_of(text, language, main)
    translated = wordings(by_language(text, main).get(language))
    if not source or not (translated or any(_has_words(wording) for wording in source)):
        return
    item = _item(part.written, path)
    context = "/".join((f"{prefix}{part.called}", str(path[0]), *item))
    comment = " ".join((f"{part.called.replace(':', ' ')}: {label_of(part.kind, str(path[0]))}", *item))
    for number in range(max(len(source), len(translated))):
        yield Message(
            context=f"{context}#{number + 1}" if number else context,
            comment=f"{comment}, another wording (may stay empty)" if number else comment,
            path=(*part.path, *path),
            text=text,
            number=number,
            source=source[number] if number < len(source) else source[0],
            translation=translated[number] if number < len(translated) else "",
        )


def _item(written: Written, path: TextPath) -> tuple[str, ...]:
    """Names an item of a list: by its value, which outlives another order, or else by its number."""
    if len(path) == 1:
        return ()
    items, number = written[str(path[0])], int(path[1])
    values = Counter(value for item in items if (value := _value(item)))
    value = _value(items[number])
    return (value if value and values[value] == 1 else str(number + 1),)


def _value(item: Any) -> str:
    value = item.get("value") if isinstance(item, dict) else None
    return value if isinstance(value, str) else ""


def _has_words(wording: str) -> bool:
    return any(letter.isalpha() for letter in without_placeholders(wording))
