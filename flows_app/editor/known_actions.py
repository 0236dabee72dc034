"""The actions that an author is offered: the bot's own HTTP actions, and those of plugins that are meant for it."""

import hashlib
import json
from typing import Any

from flows_app.editor.first_line import first_line
from flows_app.flow_language.uses import action_fields
from flows_app.models import Bot, HttpAction, Step
from flows_app.registry import registry


def actions_for(bot: Bot) -> dict[str, Any]:
    """Gives the bot's actions, and `actions_state`, which differs when one is new, changed or gone."""
    actions = [*_http_actions(bot), *_registered_actions(bot)]
    state = hashlib.sha256(json.dumps(actions, sort_keys=True).encode()).hexdigest()[:32]
    return {"actions": actions, "actions_state": state}


def _registered_actions(bot: Bot) -> list[dict[str, Any]]:
    called = _called_in(bot)
    return [
        {
            "name": action.name,
            "source": "plugin",
            "description": first_line(action.function),
            "inputs": list(action.inputs),
            "outputs": list(action.outputs),
            "idempotent": action.idempotent,
        }
        for action in registry.actions.values()
        if action.is_for(bot.slug) or action.name in called
    ]


def _called_in(bot: Bot) -> set[str]:
    """A copy of a bot calls what was meant for its original: that is offered too."""
    fields = action_fields()
    steps = Step.objects.filter(flow__bot=bot, type__in=fields).values_list("type", "data")
    return {call for kind, data in steps if isinstance(call := data.get(fields[kind]), str)}


def _http_actions(bot: Bot) -> list[dict[str, Any]]:
    """Leaves out names that plugins have registered too: the plugin's action counts, and is listed by itself."""
    return [_http_action(action) for action in bot.http_actions.all() if action.name not in registry.actions]


def _http_action(action: HttpAction) -> dict[str, Any]:
    return {
        "name": action.name,
        "source": "http",
        "id": action.pk,
        # Its address may hold what only publishers are to see: the method says enough.
        "description": action.description or f"HTTP {action.method}",
        "inputs": list(action.inputs),
        "outputs": list(action.outputs),
        "idempotent": action.idempotent,
    }
