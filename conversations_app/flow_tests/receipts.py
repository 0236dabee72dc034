import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from flows_app.engine import Occasion, PastDeed, PreparedAction, Receipt
from flows_app.engine.fingerprints import Fingerprint


@dataclass(frozen=True)
class _Noted:
    receipt: Receipt
    once: bool
    arguments: tuple[str, ...]


class ReceiptsInMemory:
    """Outlives the turns of one conversation, as the rows of the database do; gone with the process, unless it is
    taken along."""

    def __init__(self) -> None:
        self._noted: dict[Occasion, _Noted] = {}
        # The seq of the message that is being answered.
        self.turn = 0

    def as_json(self) -> list[dict[str, Any]]:
        return [
            {**asdict(occasion), **asdict(noted.receipt), "once": noted.once, "arguments": list(noted.arguments)}
            for occasion, noted in self._noted.items()
        ]

    def remember(self, remembered: Iterable[Mapping[str, Any]]) -> None:
        """Takes over receipts of another process."""
        for one in remembered:
            receipt = Receipt(one["inputs_hash"], one["key"], one["outcome"], turn=one["turn"])
            occasion = Occasion(one["flow_id"], one["step"], one["path"])
            self._noted[occasion] = _Noted(receipt, one["once"], tuple(one["arguments"]))

    async def begin(
        self, occasion: Occasion, inputs: Fingerprint, key: str, action: PreparedAction | None = None
    ) -> Receipt | None:
        """A turn that fails here ends its conversation: it leaves nothing to be found."""
        if earlier := self._noted.get(occasion):
            return earlier.receipt
        once = action is not None and not action.idempotent
        receipt = Receipt(inputs.noted, key, turn=self.turn)
        self._noted[occasion] = _Noted(receipt, once, tuple(action.arguments) if action else ())
        return None

    async def begin_again(self, occasion: Occasion, inputs: Fingerprint, key: str) -> None:
        begun = Receipt(inputs.noted, key, turn=self.turn)
        self._noted[occasion] = replace(self._noted[occasion], receipt=begun)

    async def finish(self, occasion: Occasion, key: str, outcome: Mapping[str, Any]) -> None:
        """As JSON gives it back: whatever a row could not hold fails here too."""
        noted = self._noted[occasion]
        if noted.receipt.key == key:
            ended = replace(noted.receipt, outcome=json.loads(json.dumps(outcome)))
            self._noted[occasion] = replace(noted, receipt=ended)

    async def of_flows(self, flow_ids: Collection[str]) -> Sequence[PastDeed]:
        return [
            PastDeed(**asdict(occasion), receipt=noted.receipt, once=noted.once, arguments=noted.arguments)
            for occasion, noted in self._noted.items()
            if occasion.flow_id in flow_ids
        ]
