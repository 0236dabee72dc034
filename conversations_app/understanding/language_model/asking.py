import asyncio
import logging
from typing import Any

from conversations_app.understanding.language_model import account
from conversations_app.understanding.language_model.account import Account
from conversations_app.understanding.language_model.faults import (
    FAULTS,
    TIME_LIMIT,
    explanation_of,
    kind_of,
    passes_by_itself,
    seconds_to_wait,
)
from conversations_app.understanding.language_model.lm import talking_to
from conversations_app.understanding.language_model.modules import Program
from conversations_app.understanding.language_model.settings import LanguageModelSettings

logger = logging.getLogger(__name__)

_PAUSE = 0.1


class NoAnswer(Exception):
    """The language model gave none; why, is in the account."""


class Asker:
    """Asks for one message: all its questions share a time limit and a single second try."""

    def __init__(self, settings: LanguageModelSettings, account: Account):
        self._settings = settings
        self._account = account
        self._ends = asyncio.get_running_loop().time() + settings.timeout
        self._may_try_again = True

    async def ask(self, program: Program, inputs: dict[str, Any]) -> Any:
        """The prediction. Raises NoAnswer; cancellation and programming errors pass through."""
        while True:
            try:
                return await self._once(program, inputs)
            except FAULTS as fault:
                self._note(fault)
                if not self._tries_again(fault):
                    raise NoAnswer from None
                await asyncio.sleep(_pause(fault))

    async def _once(self, program: Program, inputs: dict[str, Any]) -> Any:
        self._account.attempts += 1
        charged = account.current.set(self._account)
        try:
            async with asyncio.timeout_at(self._ends):
                with talking_to(self._settings):
                    return await program.acall(**inputs)
        finally:
            account.current.reset(charged)

    def _tries_again(self, fault: Exception) -> bool:
        """Once, and not if the server wants a longer pause than there is time: then the user need not wait for it."""
        left = self._ends - asyncio.get_running_loop().time()
        again = self._may_try_again and passes_by_itself(fault) and _pause(fault) < left
        self._may_try_again = False
        return again

    def _note(self, fault: Exception) -> None:
        kind, model = kind_of(fault), self._settings.model
        self._account.errors.append(kind)
        if kind == TIME_LIMIT or passes_by_itself(fault):
            logger.warning("%s gave no answer: %s.", model, kind)
        else:
            logger.error("%s can't be asked: %s.%s", model, kind, explanation_of(fault))


def _pause(fault: Exception) -> float:
    return max(seconds_to_wait(fault), _PAUSE)
