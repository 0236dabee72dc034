"""Messages of the bot in one turn, with keys that are the same when the turn is repeated."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from conversations_app.dialogue.handlers.base import Saying
from conversations_app.dialogue.patterns import pattern_wording
from flows_app.engine import OutboundMessage, PendingTask, RuntimeContext
from flows_app.engine.state import Offer
from flows_app.flow_language import Wording


class Speaker:
    def __init__(self, context: RuntimeContext, inbound_seq: int):
        self._context = context
        self._inbound_seq = inbound_seq
        self._messages_by_place: Counter[str] = Counter()
        # Quick replies of messages that ask nothing: a press of one of them finds its command here.
        self.offers: list[Offer] = []

    @property
    def has_spoken(self) -> bool:
        return bool(self._messages_by_place)

    async def say(self, saying: Saying) -> None:
        """An empty text is a pattern that the bot leaves out."""
        if not saying.text:
            return
        key = self.key("bot", saying.about, 0)
        self._offer(key, None, saying.options)
        await self._context.message_sink.send(
            OutboundMessage(
                key,
                saying.text,
                options=saying.options,
                sensitive=saying.sensitive,
                plain_parts=saying.plain_parts,
            )
        )

    async def say_pattern(self, name: str, options: Sequence[dict[str, Any]] = ()) -> None:
        await self.say(Saying.of(name, self._wording(name), options=tuple(options)))

    def pattern(self, name: str) -> str:
        """For a button."""
        return self._wording(name).text

    def _wording(self, name: str) -> Wording:
        occasion = f"{self._context.conversation_id}:{self._inbound_seq}"
        return pattern_wording(self._context.settings, self._context.language, name, occasion)

    def offer(self, task: PendingTask, key: str, flow_id: str) -> None:
        """Quick replies of a flow; an open question keeps its options itself."""
        if task["type"] == "inform" and not task.get("wait_for_ack"):
            self._offer(key, flow_id, task.get("options", ()))

    def _offer(self, key: str, flow_id: str | None, options: Sequence[dict[str, Any]]) -> None:
        if options:
            self.offers.append({"key": key, "flow_id": flow_id, "options": list(options)})

    def key(self, flow_id: str, step: str, visit: int) -> str:
        place = f"{self._inbound_seq}:{flow_id}:{step}:{visit}"
        self._messages_by_place[place] += 1
        return f"{place}:{self._messages_by_place[place] - 1}"
