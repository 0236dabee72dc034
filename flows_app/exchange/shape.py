"""Nodes into a definition of the language; where they amount to none, problems at their lines."""

from collections.abc import Iterator
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from pydantic import ValidationError

from flows_app.exchange.merging import as_list
from flows_app.flow_language import BotDefinition
from flows_app.flow_language.complaints import Complaint, complaints
from flows_app.limits import NESTING_DEPTH
from flows_app.yaml_text.nodes import Fields, Items, Node, Scalar, place_at, plain
from flows_app.yaml_text.places import Place, Remarks

_ANOTHER_SLOT = _("Another slot is called “{name}”, at {place}.")
_ANOTHER_ACTION = _("Another HTTP action is called “{name}”, at {place}.")
_ANOTHER_FLOW = _("Another flow is called “{name}”, at {place}.")
_ANOTHER_STEP = _("Another step is called “{name}”, at {place}.")
_ANOTHER_TEST = _("Another test is called “{name}”, at {place}.")


def normalised(document: Fields, remarks: Remarks) -> Fields:
    """Flows, slots, HTTP actions and tests as lists, however they are written."""
    bot = _with_lists(document, ("flows", "slots", "http_actions"), remarks)
    flows = bot.fields.get("flows")
    if isinstance(flows, Items):
        listed = [_with_lists(flow, ("slots",), remarks) if isinstance(flow, Fields) else flow for flow in flows.items]
        bot.put("flows", Items(flows.place, listed), bot.place_of("flows"))
    tests = bot.fields.get("tests")
    if isinstance(tests, Fields):
        bot.put("tests", _with_lists(tests, tuple(tests.fields), remarks), bot.place_of("tests"))
    return bot


def _with_lists(node: Fields, keys: tuple[str, ...], remarks: Remarks) -> Fields:
    changed = Fields(node.place, dict(node.fields), dict(node.key_places))
    for key in keys:
        if key in changed.fields:
            changed.put(key, as_list(changed.fields[key], remarks), node.place_of(key))
    return changed


def read_definition(bot: Fields, remarks: Remarks) -> BotDefinition | None:
    """Reads a normalised document. Finds all problems in one go."""
    _check_the_whole(bot, remarks)
    written = plain(bot)
    try:
        return BotDefinition.model_validate(written)
    except ValidationError as refused:
        for complaint in complaints(written, refused):
            remarks.problem(_place(bot, complaint), complaint.sentence)
    return None


def _place(bot: Fields, complaint: Complaint) -> Place:
    return place_at(bot, complaint.path)


def _check_the_whole(bot: Fields, remarks: Remarks) -> None:
    """The language's own models look at one part at a time; what is imported has each name only once."""
    _check_once(_children(bot, "slots"), _ANOTHER_SLOT, remarks)
    _check_once(_children(bot, "http_actions"), _ANOTHER_ACTION, remarks)
    _check_once(_children(bot, "flows"), _ANOTHER_FLOW, remarks)
    for tests in _only_fields([bot.fields.get("tests")]):
        for flow_name in tests.fields:
            _check_once(_children(tests, flow_name), _ANOTHER_TEST, remarks)
    for flow in _children(bot, "flows"):
        if "bot_slots" in flow.fields:
            remarks.problem(
                flow.place_of("bot_slots"), gettext("A flow's bot_slots come from the bot's slots; leave them out.")
            )
        _check_once(_children(flow, "slots"), _ANOTHER_SLOT, remarks)
        steps = list(_steps(_children(flow, "steps"), 0))
        _check_once([step for step, _depth in steps], _ANOTHER_STEP, remarks)
        deep = next((step for step, depth in steps if depth > NESTING_DEPTH), None)
        if deep:
            remarks.problem(
                deep.place,
                gettext("Steps are nested more than {count} deep; use a flow of its own.").format(count=NESTING_DEPTH),
            )


def _check_once(things: list[Fields], sentence: Promise, remarks: Remarks) -> None:
    first: dict[Any, Place] = {}
    for thing in things:
        name = thing.fields.get("name")
        if not isinstance(name, Scalar):
            continue
        if name.value in first:
            remarks.problem(thing.place, str(sentence).format(name=name.value, place=first[name.value]))
        first.setdefault(name.value, thing.place)


def _steps(steps: list[Fields], depth: int) -> Iterator[tuple[Fields, int]]:
    for step in steps:
        yield step, depth
        yield from _steps(_children(step, "steps"), depth + 1)
        for way in (*_children(step, "cases"), *_only_fields([step.fields.get("default")])):
            yield from _steps(_children(way, "steps"), depth + 1)


def _children(node: Fields, key: str) -> list[Fields]:
    inside = node.fields.get(key)
    return _only_fields(inside.items) if isinstance(inside, Items) else []


def _only_fields(nodes: Any) -> list[Fields]:
    found: list[Node | None] = list(nodes)
    return [node for node in found if isinstance(node, Fields)]
