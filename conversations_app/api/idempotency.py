"""`Idempotency-Key`: who did not hear an answer asks again, and nothing is done twice."""

import hashlib
import json
import re
from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError, transaction
from rest_framework.request import Request

from conversations_app.api.authentication import Holder
from conversations_app.api.problems import Problem
from conversations_app.limits import CLIENT_ID_LENGTH
from conversations_app.models import Conversation
from conversations_app.verbs.starting import start_conversation
from flows_app.models import Bot

HEADER = "Idempotency-Key"
# Says of an answer that it is the one of an earlier request.
REPLAYED = "Idempotent-Replayed"

_KEY = re.compile(rf"[!-~]{{1,{CLIENT_ID_LENGTH}}}")


@dataclass(frozen=True)
class Started:
    conversation: Conversation
    # False if an earlier request with the same key has started it.
    new: bool


def key_given(request: Request) -> str:
    """Gives the Idempotency-Key of a request; an empty text if it has none."""
    key = request.headers.get(HEADER)
    if key is not None and not _KEY.fullmatch(key):
        raise Problem(
            400, "idempotency_key_invalid", f"{HEADER} must be 1 to {CLIENT_ID_LENGTH} visible characters of ASCII."
        )
    return key or ""


def client_id_given(request: Request, client_id: str) -> str:
    """Gives the client_id of a message: the header Idempotency-Key and the field mean the same."""
    key = key_given(request)
    if key and client_id and key != client_id:
        raise Problem(400, "idempotency_conflict", f"{HEADER} and “client_id” must be the same, if both are given.")
    return key or client_id


def start_once(bot: Bot, holder: Holder, key: str, body: dict[str, Any]) -> Started:
    """Starts a conversation once for each key. The key is stored on the conversation, hashed together with its holder's
    name, and is erased with it."""
    start_key, start_body = _digest([holder.name, key]), _digest(body)
    if earlier := _earlier(bot, start_key):
        return _repeated(earlier, start_body)
    try:
        with transaction.atomic():
            started = start_conversation(bot, **body, start_key=start_key, start_body=start_body)
        return Started(started, new=True)
    except IntegrityError:  # two requests at once: the other one was first
        if earlier := _earlier(bot, start_key):
            return _repeated(earlier, start_body)
        raise


def _earlier(bot: Bot, start_key: str) -> Conversation | None:
    return Conversation.objects.select_related("bot").filter(bot=bot, start_key=start_key).first()


def _repeated(earlier: Conversation, start_body: str) -> Started:
    if earlier.start_body != start_body:
        raise Problem(409, "idempotency_key_reused", f"This {HEADER} was used for another conversation.")
    return Started(earlier, new=False)


def _digest(value: Any) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()
