"""Events to connected clients. The channel layer may drop them: the database is the truth, clients back-fill by seq."""

import asyncio
import logging
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from channels.layers import get_channel_layer

from conversations_app.delivery import group_name
from conversations_app.limits import PUSH_SECONDS
from conversations_app.observing import metrics

logger = logging.getLogger(__name__)


async def push(conversation_id: UUID, frames: Sequence[dict[str, Any]]) -> None:
    layer = get_channel_layer()
    try:
        async with asyncio.timeout(PUSH_SECONDS):
            for frame in frames:
                await layer.group_send(group_name(conversation_id), {"type": "conversation.event", "frame": frame})
    except Exception:
        metrics.push_failed()
        logger.warning("Could not push to conversation %s; its clients will back-fill.", conversation_id, exc_info=True)
