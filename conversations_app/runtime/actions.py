import asyncio
import logging
import uuid
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

from django.db import connections

from conversations_app.concurrency.orm import in_orm_thread
from conversations_app.limits import ACTION_THREADS
from conversations_app.models import Conversation
from flows_app.actions import UnknownOutcome, call_http_action
from flows_app.compiler import ActionCall, ActionOutcome
from flows_app.models import HttpAction
from flows_app.registry import Action, ActionContext, registry

logger = logging.getLogger(__name__)

_threads = ThreadPoolExecutor(ACTION_THREADS, thread_name_prefix="action")


class BotActions:
    """The actions that a bot's flows can call: those of plugins, and the bot's HTTP actions. Never raises."""

    def __init__(self, conversation: Conversation):
        self._conversation = conversation

    async def run(self, call: ActionCall) -> ActionOutcome:
        context = ActionContext(
            conversation_id=str(self._conversation.pk),
            idempotency_key=str(uuid.uuid5(self._conversation.pk, call.place)),
            language=self._conversation.language,
        )
        try:
            if action := registry.actions.get(call.name):
                return _outcome(await _run_plugin(action, call, context))
            return _outcome(await self._run_http(call, context))
        except TimeoutError:
            # Whether it took effect before it was given up on, nobody knows.
            return ActionOutcome(error_type="unknown", error="It took too long.")
        except UnknownOutcome as unknown:
            return ActionOutcome(error_type="unknown", error=str(unknown))
        except Exception as failed:  # noqa: BLE001  whatever a plugin raises means: failed
            logger.warning("Action %s failed: %r", call.name, failed)
            return ActionOutcome(error_type="failed", error=str(failed))

    async def _run_http(self, call: ActionCall, context: ActionContext) -> Any:
        actions = HttpAction.objects.filter(bot_id=self._conversation.bot_id, name=call.name)
        action = await in_orm_thread(actions.first)
        if action is None:
            raise LookupError(f"No action is called “{call.name}”.")
        async with asyncio.timeout(call.timeout):
            return await call_http_action(action, _inputs(tuple(action.inputs), call), context=context)


async def _run_plugin(action: Action, call: ActionCall, context: ActionContext) -> Any:
    """An idempotent action is tried again, with the same key; any other runs once."""
    tries = 1 + (call.retries if action.idempotent else 0)
    for left in reversed(range(tries)):
        try:
            return await _run_once(action, call, context)
        except Exception:
            if not left:
                raise
            logger.info("Action %s is tried again.", action.name, exc_info=True)
    raise AssertionError("the last try returns or raises")


async def _run_once(action: Action, call: ActionCall, context: ActionContext) -> Any:
    arguments = _inputs(action.inputs, call)
    if action.wants_context:
        arguments["context"] = context
    async with asyncio.timeout(call.timeout):
        if action.is_async:
            return await action.function(**arguments)
        work = partial(_in_thread, action, arguments)
        return await asyncio.get_running_loop().run_in_executor(_threads, work)


def _in_thread(action: Action, arguments: Mapping[str, Any]) -> Any:
    try:
        return action.function(**arguments)
    finally:
        connections.close_all()


def _inputs(names: tuple[str, ...], call: ActionCall) -> dict[str, Any]:
    """By expression, or else the slot of the same name."""
    return {name: call.inputs[name] if name in call.inputs else call.slots.get(name) for name in names}


def _outcome(result: Any) -> ActionOutcome:
    if result is None:
        return ActionOutcome()
    if not isinstance(result, Mapping):
        return ActionOutcome(error_type="result", error="The action gave something else than a mapping.")
    return ActionOutcome(result=dict(result))
