"""Events to connected clients. The channel layer may drop them: the database is the truth, clients back-fill by seq."""

import asyncio
import logging
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from channels.layers import get_channel_layer

from conversations_app.concurrency import event_loop
from conversations_app.limits import PUSH_SECONDS
from conversations_app.observing import metrics

logger = logging.getLogger(__name__)


def group_name(conversation_id: UUID | str) -> str:
    return f"conversation.{conversation_id}"


async def push(conversation_id: UUID | str, frames: Sequence[dict[str, Any]]) -> None:
    layer = get_channel_layer()
    try:
        async with asyncio.timeout(PUSH_SECONDS):
            for frame in frames:
                await layer.group_send(group_name(conversation_id), {"type": "conversation.event", "frame": frame})
    except Exception:
        metrics.push_failed()
        logger.warning("Could not push to conversation %s; its clients will back-fill.", conversation_id, exc_info=True)


def push_later(conversation_id: UUID | str, frames: Sequence[dict[str, Any]]) -> None:
    """For a thread that need not wait."""
    event_loop.submit(push(conversation_id, frames))
