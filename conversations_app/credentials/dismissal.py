"""Sockets of staff whose session or rights end are told at once; they also look for themselves, now and then.

A push may be lost, and changes in bulk send no signals: hence both.
"""

import asyncio
import hashlib
import logging
from typing import Any

from channels.layers import get_channel_layer
from django.contrib.auth import SESSION_KEY, get_user_model, user_logged_out
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models.signals import post_delete, post_save

from conversations_app.concurrency import event_loop
from conversations_app.limits import PUSH_SECONDS
from flows_app.models import BotRole

logger = logging.getLogger(__name__)

# Message to a socket's consumer, which asks again whether it may go on.
LOOK_AGAIN = "staff.look_again"


def staff_group(user_id: int | str) -> str:
    return f"staff.{user_id}"


def session_name(session_key: str) -> str:
    """Tells sessions apart where their keys, which open them, must not be read."""
    return hashlib.sha256(session_key.encode()).hexdigest()


def look_again(user_id: int | str, ended_session: str = "") -> None:
    """When what has changed is committed, every open socket of this member of staff asks again."""
    event = {"type": LOOK_AGAIN, "ended_session": ended_session}
    transaction.on_commit(lambda: event_loop.submit(_push(user_id, event)))


async def _push(user_id: int | str, event: dict[str, str]) -> None:
    try:
        async with asyncio.timeout(PUSH_SECONDS):
            await get_channel_layer().group_send(staff_group(user_id), event)
    except Exception:
        logger.warning("Could not tell the sockets of user %s; they will look for themselves.", user_id, exc_info=True)


def connect_signals() -> None:
    user_logged_out.connect(_logged_out)
    post_delete.connect(_session_deleted, sender=Session)
    for signal in (post_save, post_delete):
        signal.connect(_role_changed, sender=BotRole)
        signal.connect(_user_changed, sender=get_user_model())


def _logged_out(request: Any, user: Any, **_: Any) -> None:
    """Names the session: it is still there, and ends only after this signal."""
    if user is not None:
        look_again(user.pk, session_name(request.session.session_key or ""))


def _session_deleted(instance: Session, **_: Any) -> None:
    user_id = instance.get_decoded().get(SESSION_KEY)
    if user_id is not None:
        look_again(user_id)


def _role_changed(instance: BotRole, **_: Any) -> None:
    look_again(instance.user_id)


def _user_changed(instance: Any, created: bool = False, **_: Any) -> None:
    if not created:
        look_again(instance.pk)
