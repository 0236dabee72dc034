"""How something that must not happen twice is done: noted before, noted after, and reused if it comes round again."""

import hashlib
import json
import uuid
from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import asdict
from typing import Any

from flows_app.compiler.context import ActionOutcome, Occasion, PreparedAction, Receipt, Receipts

_KEYS = uuid.UUID("6f1d5b0e-7a55-4d2f-9c3e-1f8f3f2f6a10")


def fingerprint(values: Mapping[str, Any]) -> str:
    """The same for the same values, whatever their order."""
    written = json.dumps(values, sort_keys=True, ensure_ascii=False, default=str)
    return hashlib.sha256(written.encode("utf-8", "surrogatepass")).hexdigest()[:32]


async def run_with_receipt(
    receipts: Receipts,
    occasion: Occasion,
    action: PreparedAction,
    *,
    may_repeat: bool,
    of_the_moment: Collection[str] = (),
) -> ActionOutcome:
    """Runs the action, or gives the outcome that it has had on this occasion.

    `may_repeat` says that what it was done with may be put right: the user has agreed to the new values. Inputs
    `of_the_moment` go by the clock: that they differ is no reason to do it again.
    """
    wanted = fingerprint({name: value for name, value in action.arguments.items() if name not in of_the_moment})
    key = _key(occasion, wanted)
    earlier = await receipts.begin(occasion, wanted, key, action)
    if earlier is None:
        return await _run(receipts, occasion, action, key)
    if earlier.left and action.idempotent and earlier.inputs_hash == wanted:
        # What it answers now counts; by its key it takes effect no second time.
        await receipts.begin_again(occasion, wanted, earlier.key)
        return await _run(receipts, occasion, action, earlier.key)
    if earlier.outcome is None and not action.idempotent:
        return await _interrupted(receipts, occasion, earlier)
    if earlier.inputs_hash == wanted:
        # Killed in between, what may be done twice is done again, with the same key.
        return (
            ActionOutcome(**earlier.outcome) if earlier.outcome else await _run(receipts, occasion, action, earlier.key)
        )
    if earlier.outcome and _stands(ActionOutcome(**earlier.outcome), action, may_repeat):
        return ActionOutcome(error_type="already_done", error="It was done before, with other values.")
    # Made from the one before: put right and put back again is a deed of its own, though its inputs were there before.
    key = _key(earlier.key, wanted)
    await receipts.begin_again(occasion, wanted, key)
    return await _run(receipts, occasion, action, key)


def _key(after: Occasion | str, inputs_hash: str) -> str:
    return str(uuid.uuid5(_KEYS, f"{after}:{inputs_hash}"))


async def _interrupted(receipts: Receipts, occasion: Occasion, earlier: Receipt) -> ActionOutcome:
    """It was begun, and nobody knows how it ended."""
    outcome = ActionOutcome(error_type="unknown", error="It was interrupted.")
    await receipts.finish(occasion, earlier.key, asdict(outcome))
    return outcome


def _stands(outcome: ActionOutcome, action: PreparedAction, may_repeat: bool) -> bool:
    """What has taken effect once and for all, and nobody has agreed to do otherwise. A plain failure changed nothing;
    a result that can't be used, or an unknown outcome, may have."""
    return outcome.error_type != "failed" and not action.idempotent and not may_repeat


async def _run(receipts: Receipts, occasion: Occasion, action: PreparedAction, key: str) -> ActionOutcome:
    outcome = await action.run(key)
    await receipts.finish(occasion, key, asdict(outcome))
    return outcome


async def write_with_receipt(
    receipts: Receipts, occasion: Occasion, asked: Mapping[str, Any], write: Callable[[], Awaitable[str | None]]
) -> str | None:
    """A language model never writes the same twice: what it wrote on this occasion is kept."""
    wanted = fingerprint(asked)
    key = _key(occasion, wanted)
    earlier = await receipts.begin(occasion, wanted, key)
    if earlier is not None:
        if earlier.outcome is not None and earlier.inputs_hash == wanted:
            text: str | None = earlier.outcome.get("text")
            return text
        if earlier.inputs_hash != wanted:
            await receipts.begin_again(occasion, wanted, key)
    written = await write()
    await receipts.finish(occasion, key, {"text": written})
    return written
