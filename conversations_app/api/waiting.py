"""`POST …/messages?wait=10`: the answer in the same response, without a thread or a connection held meanwhile."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from typing import Any, TypeVar
from uuid import UUID

from channels.layers import get_channel_layer
from django.http import HttpRequest, JsonResponse
from django.views.decorators.csrf import csrf_exempt

from conversations_app.api.bodies import Wait
from conversations_app.api.on_orm_threads import on_orm_threads
from conversations_app.api.problems import problem
from conversations_app.api.views import MessagesView
from conversations_app.concurrency.orm import in_orm_thread
from conversations_app.delivery import gone_frame, group_name, public_message
from conversations_app.limits import WAIT_POLL_SECONDS, WAIT_SUBSCRIBE_SECONDS
from conversations_app.models import Conversation, Message
from conversations_app.prepared import Given, PreparedQuery

logger = logging.getLogger(__name__)

T = TypeVar("T")

# The message that was posted is the first of its own turn, and the replies follow.
_messages_of_turn = PreparedQuery(
    lambda: Message.objects.filter(
        conversation=Given(Message, "conversation"),
        turn_seq=Given(Message, "turn_seq"),
        seq__gte=Given(Message, "seq", "turn_seq"),
    ).order_by("seq")
)
_answer = on_orm_threads(MessagesView.as_view())


@csrf_exempt
async def messages(request: HttpRequest, conversation_id: UUID) -> Any:
    if request.method != "POST" or "wait" not in request.GET:
        return await _answer(request, conversation_id=conversation_id)
    wanted = Wait(data=request.GET)
    if not wanted.is_valid():
        return problem(400, "invalid", f"wait: {wanted.errors['wait'][0]}")
    # Subscribed before the turn is enqueued: its end can't be missed.
    async with _subscription(conversation_id) as channel:
        response = await _answer(request, conversation_id=conversation_id)
        if response.status_code != 202:
            return response
        message = response.data["message"]
        # The turn of a repeated post may have ended long ago: no event of it will come.
        complete = "Idempotent-Replayed" in response and await in_orm_thread(
            _is_answered, conversation_id, message["seq"]
        )
        if not complete:
            complete = await _turn_ended(conversation_id, message["seq"], channel, wanted.validated_data["wait"])
        replies = await in_orm_thread(_replies, conversation_id, message["seq"])
    if replies is None:
        return problem(404, "conversation_not_found", "This conversation has been erased.")
    return JsonResponse({"message": message, "replies": replies, "complete": complete})


@asynccontextmanager
async def _subscription(conversation_id: UUID) -> AsyncIterator[str | None]:
    """A channel for the conversation's events; None if the channel layer is down: then the database is asked."""
    layer, group = get_channel_layer(), group_name(conversation_id)
    channel = await _from_layer(layer.new_channel(), WAIT_SUBSCRIBE_SECONDS)
    if channel is None:
        yield None
        return
    try:
        joined = await _from_layer(_joined(group, channel), WAIT_SUBSCRIBE_SECONDS)
        yield channel if joined else None
    finally:
        await _from_layer(layer.group_discard(group, channel), WAIT_SUBSCRIBE_SECONDS)


async def _joined(group: str, channel: str) -> bool:
    await get_channel_layer().group_add(group, channel)
    return True


async def _turn_ended(conversation_id: UUID, seq: int, channel: str | None, seconds: float) -> bool:
    """Listens for the end of the turn; looks into the database now and then, because events may be dropped."""
    deadline = time.monotonic() + seconds
    while (left := deadline - time.monotonic()) > 0:
        event = await _next_event(channel, min(left, WAIT_POLL_SECONDS))
        if event is None:
            if await in_orm_thread(_is_answered, conversation_id, seq):
                return True
        elif event["frame"] == gone_frame():
            return False
        elif event["frame"]["type"] == "status" and event["frame"]["turn"] >= seq:
            return True
    return await in_orm_thread(_is_answered, conversation_id, seq)


async def _next_event(channel: str | None, seconds: float) -> dict[str, Any] | None:
    started = time.monotonic()
    if channel is not None:
        event: dict[str, Any] | None = await _from_layer(get_channel_layer().receive(channel), seconds)
        if event is not None:
            return event
    # A layer that is down says so at once.
    await asyncio.sleep(max(seconds - (time.monotonic() - started), 0))
    return None


async def _from_layer(asked: Coroutine[Any, Any, T], seconds: float) -> T | None:
    """What the channel layer gives in this time; None if nothing, or if it fails.

    asyncio's own time limits wait for what they cancel. That may never end: a library can swallow the cancellation.
    """
    task = asyncio.create_task(asked)
    try:
        await asyncio.wait({task}, timeout=seconds)
        if task.done():
            return task.result()
    except Exception as failed:  # noqa: BLE001  whatever it is, the database can be asked
        logger.warning("The channel layer failed while somebody waited for an answer: %r", failed)
    finally:
        task.cancel()
    return None


def _is_answered(conversation_id: UUID, seq: int) -> bool:
    return Conversation.objects.filter(pk=conversation_id, processed_seq__gte=seq).exists()


def _replies(conversation_id: UUID, seq: int) -> list[dict[str, Any]] | None:
    """None if the conversation is gone, and the message that was posted with it."""
    turn = _messages_of_turn.all(conversation=conversation_id, turn_seq=seq)
    return [public_message(message) for message in turn if message.seq > seq] if turn else None
