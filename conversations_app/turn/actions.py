import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any

from django.db import connections

from conversations_app.concurrency.orm import in_orm_thread
from conversations_app.limits import ACTION_ERROR_LENGTH
from conversations_app.models import Conversation
from conversations_app.observing import metrics
from conversations_app.turn.action_results import outcome_of
from conversations_app.turn.action_runs import action_threads, run_async
from flows_app.actions import UnknownOutcome, call_http_action
from flows_app.engine import ActionCall, ActionOutcome, PreparedAction
from flows_app.models import HttpAction
from flows_app.plain_json import storable
from flows_app.registry import Action, ActionContext, ActionError, registry

logger = logging.getLogger(__name__)

# An action's work, once its idempotency key is known.
Work = Callable[[ActionContext], Awaitable[Any]]


class BotActions:
    """The actions that a bot's flows can call: those of plugins, and the bot's HTTP actions."""

    def __init__(self, conversation: Conversation):
        self._conversation = conversation

    async def prepare(self, call: ActionCall) -> PreparedAction | ActionOutcome:
        if action := registry.actions.get(call.name):
            arguments = call.arguments(action.inputs)
            work = partial(_run_plugin, action, call, arguments)
            return self._prepared(call, arguments, work, idempotent=action.idempotent)
        named = HttpAction.objects.filter(bot_id=self._conversation.bot_id, name=call.name)
        found = await in_orm_thread(named.first)
        if found is None:
            return ActionOutcome(error_type="failed", error=f"No action is called “{call.name}”.")
        arguments = call.arguments(found.inputs)
        return self._prepared(call, arguments, partial(_run_http, found, call, arguments), idempotent=found.idempotent)

    def _prepared(
        self, call: ActionCall, arguments: Mapping[str, Any], work: Work, *, idempotent: bool
    ) -> PreparedAction:
        async def run(key: str) -> ActionOutcome:
            context = ActionContext(str(self._conversation.pk), key, call.language)
            began = time.perf_counter()
            outcome = await _outcome(call, work(context), idempotent=idempotent)
            metrics.action_ended(call.name, outcome.error_type, began)
            return outcome

        taken = call.slots_taken(arguments)
        return PreparedAction(call.name, arguments, taken, idempotent, run)


async def _outcome(call: ActionCall, work: Awaitable[Any], *, idempotent: bool) -> ActionOutcome:
    """Gives the outcome of an action; never raises. An error is logged by its kind alone: its text may repeat the value
    of a sensitive slot.

    ActionError is an action's own word for “not done”. Any other error may have come after the action took effect, so
    its outcome is unknown; only an idempotent action, which was tried as often as the step allows, has failed then.
    """
    try:
        return outcome_of(await work, call.outputs)
    except TimeoutError:
        # It may have taken effect before it was given up on.
        return ActionOutcome(error_type="unknown", error="It took too long.")
    except (Exception, SystemExit) as failed:  # noqa: BLE001  whatever a plugin raises is an outcome
        not_done = idempotent or isinstance(failed, ActionError)
        error_type = "failed" if not_done and not isinstance(failed, UnknownOutcome) else "unknown"
        logger.warning("Action %s: %s with %s.", call.name, error_type, type(failed).__name__)
        return ActionOutcome(error_type=error_type, error=_reason(failed))


def _reason(error: BaseException) -> str:
    return storable(str(error)[:ACTION_ERROR_LENGTH])


async def _run_http(action: HttpAction, call: ActionCall, arguments: dict[str, Any], context: ActionContext) -> Any:
    """A single try minds the step's time itself: it knows whether anything was sent when the time was up."""
    async with asyncio.timeout(call.timeout if action.idempotent else None):
        return await call_http_action(action, arguments, context=context, at_most=call.timeout)


async def _run_plugin(action: Action, call: ActionCall, arguments: Mapping[str, Any], context: ActionContext) -> Any:
    """An idempotent action is tried again, with the same key; any other runs once."""
    tries = 1 + (call.retries if action.idempotent else 0)
    for left in reversed(range(tries)):
        try:
            return await _run_once(action, call.timeout, arguments, context)
        except Exception as failed:
            if not left:
                raise
            logger.info("Action %s is tried again after %s.", action.name, type(failed).__name__)
            metrics.action_tried_again(action.name)
    raise AssertionError("the last try returns or raises")


async def _run_once(action: Action, timeout: float, arguments: Mapping[str, Any], context: ActionContext) -> Any:
    given = {**arguments, "context": context} if action.wants_context else arguments
    if action.is_async:
        return await run_async(action.function(**given), timeout)
    return await action_threads.run(partial(_in_thread, action, given), timeout)


def _in_thread(action: Action, arguments: Mapping[str, Any]) -> Any:
    try:
        return action.function(**arguments)
    finally:
        connections.close_all()
