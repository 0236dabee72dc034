import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, replace
from typing import Any

from flows_app.compiler import Occasion, PreparedAction, Receipt


class ReceiptsInMemory:
    """Outlives the turns of one conversation, as the rows of the database do; gone with the process, unless it is
    taken along."""

    def __init__(self) -> None:
        self._receipts: dict[Occasion, Receipt] = {}

    def as_json(self) -> list[dict[str, Any]]:
        return [{**asdict(occasion), **asdict(receipt)} for occasion, receipt in self._receipts.items()]

    def remember(self, remembered: Iterable[Mapping[str, Any]]) -> None:
        """What another process has noted."""
        for noted in remembered:
            occasion = Occasion(noted["flow_id"], noted["step"], noted["visit"])
            self._receipts[occasion] = Receipt(noted["inputs_hash"], noted["key"], noted["outcome"])

    async def begin(
        self, occasion: Occasion, inputs_hash: str, key: str, action: PreparedAction | None = None
    ) -> Receipt | None:
        """A turn that fails here ends its conversation: it leaves nothing to be found."""
        if earlier := self._receipts.get(occasion):
            return earlier
        self._receipts[occasion] = Receipt(inputs_hash, key)
        return None

    async def begin_again(self, occasion: Occasion, inputs_hash: str, key: str) -> None:
        self._receipts[occasion] = Receipt(inputs_hash, key)

    async def finish(self, occasion: Occasion, key: str, outcome: Mapping[str, Any]) -> None:
        """As JSON gives it back: whatever a row could not hold fails here too."""
        receipt = self._receipts[occasion]
        if receipt.key == key:
            self._receipts[occasion] = replace(receipt, outcome=json.loads(json.dumps(outcome)))
