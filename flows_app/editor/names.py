"""Everything that an author can name in a flow, for completion: from the registry, the bot and the languages' parts."""

from collections.abc import Callable
from typing import Any

from flows_app.editor.expression_help import EXPRESSION_HELP
from flows_app.editor.first_line import first_line
from flows_app.editor.known_actions import actions_for
from flows_app.flow_language.messages import filters_for_authors
from flows_app.models import Bot, Flow
from flows_app.registry import registry
from flows_app.slot_types import SlotType
from flows_app.values.filters import FILTERS


def names_for(flow: Flow) -> dict[str, Any]:
    bot = flow.bot
    return {
        **actions_for(bot),
        "validators": [_named(one.name, one.function, one.arguments) for one in registry.validators.values()],
        "normalisers": [_named(one.name, one.function, one.arguments) for one in registry.normalisers.values()],
        "flows": _flows(bot),
        "slot_types": {one.name: _slot_type(one) for one in registry.slot_types.values()},
        "bot_slots": [{"name": slot.name, "type": slot.type} for slot in bot.slots.all()],
        "languages": list(bot.languages),
        "filters": _filters(),
        "functions": EXPRESSION_HELP,
    }


def _flows(bot: Bot) -> list[dict[str, Any]]:
    """Gives the flows as other flows see them: published ones as they are published."""
    published = "current_version__definition"
    rows = bot.flows.order_by("name").values_list(
        "name", "description", "data", "current_version_id", f"{published}__inputs", f"{published}__outputs"
    )
    return [
        {
            "name": name,
            "description": description,
            "inputs": (inputs if version else data.get("inputs")) or [],
            "outputs": (outputs if version else data.get("outputs")) or [],
        }
        for name, description, data, version, inputs, outputs in rows
    ]


def _named(name: str, function: Callable[..., Any], arguments: frozenset[str] | None) -> dict[str, Any]:
    return {"name": name, "description": first_line(function), "arguments": sorted(arguments or ())}


def _slot_type(slot_type: SlotType) -> dict[str, Any]:
    """How a slot's form and the builder of expressions deal with it."""
    return {"description": slot_type.description, "form": slot_type.form, "fields": sorted(slot_type.own_fields)}


def _filters() -> list[dict[str, Any]]:
    """Each with the types of slots that it makes sense for."""
    functions = filters_for_authors()
    return [
        {
            "name": name,
            "description": first_line(functions[name]),
            "types": [slot_type.name for slot_type in registry.slot_types.values() if one.makes_sense_for(slot_type)],
        }
        for name, one in FILTERS.items()
    ]
