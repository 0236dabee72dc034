from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from conversations_app.understanding.language_model.account import Account
from conversations_app.understanding.language_model.guarding import guarded
from conversations_app.understanding.language_model.inputs import may_be_told
from conversations_app.understanding.language_model.offered import Dropped
from conversations_app.understanding.language_model.settings import LanguageModelSettings
from flows_app.engine.understanding import Commands, DialogueContext, FlowsOnOffer, NLUProvider, Said, Understanding

T = TypeVar("T")


class DSPyProvider:
    """Asks a language model, in two passes: what is meant; then, if a flow is started, which of its slots are given.

    If the language model fails, another provider answers: it costs quality, not the conversation. That one also answers
    when the message must not be sent, because the bot has just asked for a secret. A secret that nobody has asked for
    can't be told from the rest: it is sent, as the user sent it.
    """

    name = "dspy"

    def __init__(
        self, lm_settings: LanguageModelSettings, fallback: NLUProvider, programs: Mapping[str, Any] | None = None
    ):
        """`programs` holds the states of optimised ones, under `understanding` and `extraction`."""
        self._settings = lm_settings
        self._fallback = fallback
        self._states = programs

    async def understand(self, message: str, context: DialogueContext) -> Understanding:
        account = Account(self._settings.model)
        if not may_be_told(message, context):
            return await self._by_fallback(message, context, account, because="not_to_be_sent")
        flows, history = await context.flows(), await context.history()
        commands, dropped = await self._asked(message, context, flows, history, account)
        if commands:
            return Understanding(commands, provider=self.name, trace=self._trace(account, dropped))
        looked_up = replace(context, flows=_known(flows), history=_known(history))
        because = "no_answer" if account.errors else "nothing_on_offer"
        return await self._by_fallback(message, looked_up, account, because, dropped)

    async def _asked(
        self, message: str, context: DialogueContext, flows: FlowsOnOffer, history: Sequence[Said], account: Account
    ) -> tuple[Commands, list[Dropped]]:
        async def two_passes() -> tuple[Commands, list[Dropped]]:
            from conversations_app.understanding.language_model.passes import TwoPasses

            passes = TwoPasses(self._settings, self._states, account)
            return await passes.commands(message, context, flows, history), passes.dropped

        return await guarded(two_passes, account) or ([], [])

    async def _by_fallback(
        self, message: str, context: DialogueContext, account: Account, because: str, dropped: Sequence[Dropped] = ()
    ) -> Understanding:
        """Answers by the fallback, under its name."""
        trace = self._trace(account, dropped)
        answered = await self._fallback.understand(message, context)
        trace["fallback"] = {"because": because, "provider": answered.provider, "trace": dict(answered.trace)}
        return replace(answered, trace=trace)

    def _trace(self, account: Account, dropped: Sequence[Dropped]) -> dict[str, Any]:
        return {
            "provider": self.name,
            **account.as_json(),
            "dropped": [one.as_json() for one in dropped],
            "fallback": None,
        }


def _known(value: T) -> Callable[[], Awaitable[T]]:
    """Wraps a known value as a lookup, so that it is not looked up again."""

    async def give() -> T:
        return value

    return give
