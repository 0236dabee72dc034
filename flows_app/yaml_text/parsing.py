"""YAML text into nodes, with limits that hold before anything is built.

PyYAML's parser gives events; its composer and constructors (aliases, tags, dates, recursion) are never used.
"""

import re
from collections.abc import Iterator
from typing import Any

import yaml
from django.utils.translation import gettext
from yaml.events import (
    AliasEvent,
    DocumentEndEvent,
    DocumentStartEvent,
    Event,
    MappingEndEvent,
    MappingStartEvent,
    NodeEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
)

from flows_app.limits import YAML_BYTES, YAML_DEPTH, YAML_NODES
from flows_app.yaml_text.nodes import Fields, Items, Node, Scalar
from flows_app.yaml_text.places import Place, Remarks
from flows_app.yaml_text.scalars import plain_value

# The same parser in C, ten times as fast, wherever PyYAML comes with it.
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]")

# PostgreSQL stores none; the parser itself refuses other things that are no text.
_NUL = re.compile("\x00")


class _Unreadable(Exception):
    def __init__(self, line: int, sentence: str):
        super().__init__(sentence)
        self.line = line


def parse(file: str, content: bytes, remarks: Remarks) -> list[Node]:
    """The documents of a file; empty ones are left out. Unreadable parts become problems at their lines."""
    text = ""
    try:
        text = _decoded(content)
        return list(_Builder(file, remarks).documents(yaml.parse(text, Loader=_LOADER)))
    except _Unreadable as problem:
        remarks.problem(Place(file, problem.line), str(problem))
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = mark.line + 1 if mark else 1
        remarks.problem(Place(file, line), _sentence(error, text.split("\n")[line - 1 : line]))
    except yaml.YAMLError as error:
        remarks.problem(Place(file, 1), gettext("This is not YAML: {reason}.").format(reason=error))
    return []


def _decoded(content: bytes) -> str:
    if len(content) > YAML_BYTES:
        raise _Unreadable(1, gettext("The file is larger than {count} bytes.").format(count=YAML_BYTES))
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise _Unreadable(line, gettext("This is not UTF-8; save the file in that encoding.")) from None
    if control := _CONTROL.search(text):
        line = text.count("\n", 0, control.start()) + 1
        raise _Unreadable(
            line, gettext("The character U+{number:04X} must not stand in YAML.").format(number=ord(control.group()))
        )
    return text


def _sentence(error: yaml.MarkedYAMLError, lines: list[str]) -> str:
    if any(re.match(r" *\t", line) for line in lines):
        return gettext("A tab can't indent YAML; use spaces.")
    said = str(error.problem or error.context or gettext("it can't be read"))
    context = f" ({error.context})" if error.context and error.problem else ""
    return gettext("This is not YAML: {reason}.").format(reason=f"{said}{context}")


def _line(event: Event) -> int:
    return event.start_mark.line + 1 if event.start_mark else 1


class _Builder:
    def __init__(self, file: str, remarks: Remarks):
        self._file = file
        self._remarks = remarks
        self._nodes = 0
        self._depth = 0

    def documents(self, events: Iterator[Event]) -> Iterator[Node]:
        for event in events:
            if isinstance(event, DocumentStartEvent):
                node = self._node(next(events), events)
                self._expect_end(next(events))
                if not (isinstance(node, Scalar) and node.value is None):
                    yield node

    def _expect_end(self, event: Event) -> None:
        if not isinstance(event, DocumentEndEvent):  # PyYAML itself refuses it; nothing may follow unseen
            raise _Unreadable(_line(event), gettext("A document holds one value."))

    def _node(self, event: Event, events: Iterator[Event]) -> Node:
        place = self._checked(event)
        if isinstance(event, ScalarEvent):
            return Scalar(self._value(event, place), place)
        self._depth += 1
        if self._depth > YAML_DEPTH:
            raise _Unreadable(place.line, gettext("This is nested more than {count} deep.").format(count=YAML_DEPTH))
        node = self._items(events, place) if isinstance(event, SequenceStartEvent) else self._fields(events, place)
        self._depth -= 1
        return node

    def _checked(self, event: Event) -> Place:
        line = _line(event)
        self._nodes += 1
        if self._nodes > YAML_NODES:
            raise _Unreadable(line, gettext("The file holds more than {count} values.").format(count=YAML_NODES))
        if isinstance(event, AliasEvent):
            raise _Unreadable(
                line,
                gettext("“*{anchor}” is an alias; write it out: aliases are not read.").format(anchor=event.anchor),
            )
        if isinstance(event, NodeEvent) and event.anchor:
            raise _Unreadable(
                line, gettext("“&{anchor}” is an anchor; anchors are not read.").format(anchor=event.anchor)
            )
        if isinstance(event, ScalarEvent | SequenceStartEvent | MappingStartEvent) and event.tag:
            raise _Unreadable(
                line,
                gettext("“{tag}” is a tag; tags are not read. Put it in quotes if it is a text.").format(tag=event.tag),
            )
        if isinstance(event, ScalarEvent) and _NUL.search(event.value):
            raise _Unreadable(line, gettext("It holds a NUL character, which no database stores."))
        return Place(self._file, line)

    def _value(self, event: ScalarEvent, place: Place) -> str | int | float | bool | None:
        if not event.implicit[0]:
            return str(event.value)
        try:
            return plain_value(event.value)
        except ValueError as problem:
            raise _Unreadable(place.line, str(problem)) from None

    def _items(self, events: Iterator[Event], place: Place) -> Items:
        node = Items(place)
        for event in events:
            if isinstance(event, SequenceEndEvent):
                break
            node.items.append(self._node(event, events))
        return node

    def _fields(self, events: Iterator[Event], place: Place) -> Fields:
        node = Fields(place)
        for event in events:
            if isinstance(event, MappingEndEvent):
                break
            key_place = self._checked(event)
            if not isinstance(event, ScalarEvent):
                raise _Unreadable(key_place.line, gettext("A key must be a single word or text."))
            key, value = str(event.value), self._node(next(events), events)
            if key == "<<" and event.implicit[0]:
                self._remarks.problem(key_place, gettext("“<<” merges nothing here; write the keys out."))
            elif key in node.fields:
                first = node.place_of(key)
                self._remarks.problem(
                    key_place,
                    gettext("The key “{key}” stands here for the second time; first in line {line}.").format(
                        key=key, line=first.line
                    ),
                )
            else:
                node.put(key, value, key_place)
        return node
