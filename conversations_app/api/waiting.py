"""`POST …/messages?wait=10`: the answer in the same response, without a thread or a connection held meanwhile."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any
from uuid import UUID

from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from django.db import connections
from django.http import HttpRequest, JsonResponse
from django.views.decorators.csrf import csrf_exempt
from rest_framework.response import Response

from conversations_app.api.bodies import Wait
from conversations_app.api.problems import problem
from conversations_app.api.views import MessagesView
from conversations_app.concurrency.orm import in_orm_thread
from conversations_app.delivery import gone_frame, group_name, public_message
from conversations_app.limits import WAIT_POLL_SECONDS
from conversations_app.models import Conversation, Message

logger = logging.getLogger(__name__)

_messages_view = MessagesView.as_view()


@csrf_exempt
async def messages(request: HttpRequest, conversation_id: UUID) -> Any:
    if request.method != "POST" or "wait" not in request.GET:
        return await _answer(request, conversation_id)
    wanted = Wait(data=request.GET)
    if not wanted.is_valid():
        return problem(400, "invalid", f"wait: {wanted.errors['wait'][0]}")
    # Subscribed before the turn is enqueued: its end can't be missed.
    async with _subscription(conversation_id) as channel:
        response = await _answer(request, conversation_id)
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


async def _answer(request: HttpRequest, conversation_id: UUID) -> Any:
    return await sync_to_async(_call_and_let_go)(request, conversation_id)


def _call_and_let_go(request: HttpRequest, conversation_id: UUID) -> Any:
    try:
        response = _messages_view(request, conversation_id=conversation_id)
        return response.render() if isinstance(response, Response) else response
    finally:
        connections.close_all()


@asynccontextmanager
async def _subscription(conversation_id: UUID) -> AsyncIterator[str | None]:
    """A channel for the conversation's events; None if the channel layer is down: then the database is asked."""
    layer, group = get_channel_layer(), group_name(conversation_id)
    channel: str | None = None
    with _layer_errors_logged():
        channel = await layer.new_channel()
        await layer.group_add(group, channel)
    try:
        yield channel
    finally:
        with _layer_errors_logged():
            await layer.group_discard(group, channel)


@contextmanager
def _layer_errors_logged() -> Iterator[None]:
    try:
        yield
    except Exception:
        logger.warning("The channel layer failed while somebody waited for an answer.", exc_info=True)


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
        with _layer_errors_logged():
            try:
                async with asyncio.timeout(seconds):
                    event: dict[str, Any] = await get_channel_layer().receive(channel)
                    return event
            except TimeoutError:
                return None
    await asyncio.sleep(max(seconds - (time.monotonic() - started), 0))
    return None


def _is_answered(conversation_id: UUID, seq: int) -> bool:
    return Conversation.objects.filter(pk=conversation_id, processed_seq__gte=seq).exists()


def _replies(conversation_id: UUID, seq: int) -> list[dict[str, Any]] | None:
    """None if the conversation is gone."""
    inbound = Message.objects.filter(conversation_id=conversation_id, seq=seq).first()
    return None if inbound is None else [public_message(message) for message in inbound.replies()]
