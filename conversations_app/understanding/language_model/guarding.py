import asyncio
import importlib
import logging
import sys
from collections.abc import Awaitable, Callable
from typing import TypeVar

from conversations_app.understanding.language_model.account import Account
from conversations_app.understanding.language_model.reports import without_texts

logger = logging.getLogger(__name__)

R = TypeVar("R")

_DSPY_SIDE = "conversations_app.understanding.language_model.passes"


async def guarded(ask: Callable[[], Awaitable[R]], account: Account) -> R | None:
    """Gives the result of `ask`; None if it crashes, which is logged: a mistake in here must not end a conversation.

    Loads DSPy on the first call.
    """
    try:
        await _load_dspy()
        return await ask()
    except Exception as mistake:  # noqa: BLE001  told, and lived with
        account.errors.append("programming_error")
        logger.error("Asking %s has crashed.\n%s", account.model, without_texts(mistake))
        return None


async def _load_dspy() -> None:
    """Takes a second, in which the event loop goes on."""
    if _DSPY_SIDE not in sys.modules:
        await asyncio.to_thread(importlib.import_module, _DSPY_SIDE)
