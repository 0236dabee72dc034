"""How something that must not happen twice is done: noted before, noted after, and reused if it comes round again."""

import uuid
from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import asdict
from typing import Any

from flows_app.engine.context import ActionOutcome, PreparedAction, Receipt, Receipts
from flows_app.engine.fingerprints import Fingerprint, fingerprint
from flows_app.engine.occasions import Occasion

_KEYS = uuid.UUID("6f1d5b0e-7a55-4d2f-9c3e-1f8f3f2f6a10")


def handed_over(arguments: Mapping[str, Any], of_the_moment: Collection[str]) -> Fingerprint:
    """Fingerprints an action's inputs, without those that go by the clock."""
    return fingerprint({name: value for name, value in arguments.items() if name not in of_the_moment})


async def run_with_receipt(
    receipts: Receipts,
    occasion: Occasion,
    action: PreparedAction,
    *,
    agreed_in: int = 0,
    of_the_moment: Collection[str] = (),
) -> ActionOutcome:
    """Runs the action, or gives the outcome that it has had on this occasion.

    An irrevocable action is run with other inputs only if the user has agreed to that since: `agreed_in` is the turn
    of the newest agreement. Inputs `of_the_moment` go by the clock: that they differ is no reason to do it again.
    """
    wanted = handed_over(action.arguments, of_the_moment)
    key = _key(occasion, wanted)
    earlier = await receipts.begin(occasion, wanted, key, action)
    if earlier is None:
        return await _run(receipts, occasion, action, key)
    is_same = wanted.matches(earlier.inputs_hash)
    if earlier.left and action.idempotent and is_same:
        # Its new answer counts; by its key it takes effect no second time.
        await receipts.begin_again(occasion, wanted, earlier.key)
        return await _run(receipts, occasion, action, earlier.key)
    if earlier.outcome is None and not action.idempotent:
        return await _interrupted(receipts, occasion, earlier)
    if is_same:
        # Killed in between, what may be done twice is done again, with the same key.
        return (
            ActionOutcome(**earlier.outcome) if earlier.outcome else await _run(receipts, occasion, action, earlier.key)
        )
    if earlier.outcome and _stands(earlier, action, agreed_in):
        return ActionOutcome(error_type="already_done", error="It was done before, with other values.")
    # Made from the one before: put right and put back again is a deed of its own, though its inputs were there before.
    key = _key(earlier.key, wanted)
    await receipts.begin_again(occasion, wanted, key)
    return await _run(receipts, occasion, action, key)


def _key(after: Occasion | str, wanted: Fingerprint) -> str:
    return str(uuid.uuid5(_KEYS, f"{after}:{wanted.noted}"))


async def _interrupted(receipts: Receipts, occasion: Occasion, earlier: Receipt) -> ActionOutcome:
    """It was begun, and nobody knows how it ended."""
    outcome = ActionOutcome(error_type="unknown", error="It was interrupted.")
    await receipts.finish(occasion, earlier.key, asdict(outcome))
    return outcome


def _stands(earlier: Receipt, action: PreparedAction, agreed_in: int) -> bool:
    """Tells whether the action has taken effect irrevocably and nobody has agreed since to do otherwise. A plain
    failure changed nothing; a result that can't be used, or an unknown outcome, may have."""
    failed = (earlier.outcome or {}).get("error_type") == "failed"
    return not failed and not action.idempotent and agreed_in <= earlier.turn


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
        if earlier.outcome is not None and wanted.matches(earlier.inputs_hash):
            text: str | None = earlier.outcome.get("text")
            return text
        if not wanted.matches(earlier.inputs_hash):
            await receipts.begin_again(occasion, wanted, key)
    written = await write()
    await receipts.finish(occasion, key, {"text": written})
    return written
