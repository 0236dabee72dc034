"""Everything that an author can name in a flow, for completion: from the registry, the bot and the languages' parts."""

import inspect
from collections.abc import Callable
from functools import cache
from typing import Any

from flows_app.editor.expression_help import EXPRESSION_HELP
from flows_app.language.messages import filters_for_authors
from flows_app.models import Bot, Flow, HttpAction
from flows_app.registry import registry


def names_for(flow: Flow) -> dict[str, Any]:
    bot = flow.bot
    return {
        "actions": [*_http_actions(bot), *_registered_actions()],
        "validators": [_named(one.name, one.function, one.arguments) for one in registry.validators.values()],
        "normalisers": [_named(one.name, one.function, one.arguments) for one in registry.normalisers.values()],
        "flows": _flows(bot),
        "bot_slots": [{"name": slot.name, "type": slot.type} for slot in bot.slots.all()],
        "languages": list(bot.languages),
        "filters": _filters(),
        "functions": EXPRESSION_HELP,
    }


def _registered_actions() -> list[dict[str, Any]]:
    return [
        {
            "name": action.name,
            "description": _first_line(action.function),
            "inputs": list(action.inputs),
            "outputs": list(action.outputs),
            "idempotent": action.idempotent,
        }
        for action in registry.actions.values()
    ]


def _http_actions(bot: Bot) -> list[dict[str, Any]]:
    """Those of plugins count if one of both has the name, so they are not listed twice."""
    return [_http_action(action) for action in bot.http_actions.all() if action.name not in registry.actions]


def _http_action(action: HttpAction) -> dict[str, Any]:
    return {
        "name": action.name,
        # Its address may hold what only publishers are to see: the method says enough.
        "description": f"HTTP {action.method}",
        "inputs": list(action.inputs),
        "outputs": list(action.outputs),
        "idempotent": action.idempotent,
    }


def _flows(bot: Bot) -> list[dict[str, Any]]:
    """As other flows see them: published ones as they are published."""
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
    return {"name": name, "description": _first_line(function), "arguments": sorted(arguments or ())}


@cache
def _filters() -> list[dict[str, str]]:
    return [{"name": name, "description": _first_line(function)} for name, function in filters_for_authors().items()]


def _first_line(function: Callable[..., Any]) -> str:
    """Of what the function says of itself."""
    told = " ".join((inspect.getdoc(function) or "").partition("\n\n")[0].split())
    sentence = told.partition(". ")[0]
    return sentence if not sentence or sentence.endswith((".", ":")) else f"{sentence}."
