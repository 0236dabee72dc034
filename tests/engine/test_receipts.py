"""When an action runs, and when the outcome it has had is used again."""

from collections.abc import Collection, Mapping
from typing import Any

import pytest

from conversations_app.flow_tests.receipts import ReceiptsInMemory
from flows_app.engine import ActionOutcome, Occasion, PreparedAction
from flows_app.engine.fingerprints import Fingerprint, fingerprint, plain_hash
from flows_app.engine.receipts import run_with_receipt, write_with_receipt

HERE = Occasion("f", "pay")
# Of turns: that of the deed, and one before and one after it.
BEFORE, DEED, SINCE = 2, 3, 4
DONE = ActionOutcome(result={"receipt": "R1"})


class Action:
    def __init__(self, outcome: ActionOutcome = DONE):
        self.keys: list[str] = []
        self.outcome = outcome
        self.receipts = ReceiptsInMemory()
        self.receipts.turn = DEED

    async def run(
        self,
        *,
        idempotent: bool = False,
        agreed_in: int = SINCE,
        of_the_moment: Collection[str] = (),
        occasion: Occasion = HERE,
        **arguments: Any,
    ) -> ActionOutcome:
        prepared = PreparedAction("pay", arguments, (), idempotent, self._run)
        return await run_with_receipt(
            self.receipts, occasion, prepared, agreed_in=agreed_in, of_the_moment=of_the_moment
        )

    async def _run(self, key: str) -> ActionOutcome:
        self.keys.append(key)
        return self.outcome


async def killed(action: Action, arguments: Mapping[str, Any]) -> None:
    """It was begun, and its worker was killed before it ended."""
    await action.receipts.begin(HERE, fingerprint(arguments), "the first key")


@pytest.mark.parametrize("idempotent", [True, False])
async def test_with_the_same_inputs_the_outcome_is_reused(idempotent: bool) -> None:
    action = Action()

    outcomes = [await action.run(idempotent=idempotent, amount=5) for _ in range(3)]

    assert outcomes == [DONE] * 3
    assert len(action.keys) == 1


async def test_with_other_inputs_it_runs_again_under_another_key() -> None:
    action = Action()
    await action.run(amount=5)
    action.outcome = ActionOutcome(result={"receipt": "R2"})

    assert (await action.run(amount=6)).result == {"receipt": "R2"}
    assert len(set(action.keys)) == 2


async def test_put_right_and_put_back_again_is_three_deeds() -> None:
    action = Action()
    for amount in (5, 6, 5):
        await action.run(amount=amount)

    assert len(set(action.keys)) == 3


@pytest.mark.parametrize("agreed_in", [0, BEFORE, DEED])
async def test_but_not_if_it_is_done_once_and_for_all_and_nobody_agreed_since(agreed_in: int) -> None:
    action = Action()
    await action.run(amount=5)

    assert (await action.run(amount=6, agreed_in=agreed_in)).error_type == "already_done"
    assert len(action.keys) == 1
    await action.run(amount=6, agreed_in=agreed_in, idempotent=True)
    assert len(action.keys) == 2


async def test_another_occasion_is_another_deed() -> None:
    action = Action()
    await action.run(amount=5)
    await action.run(amount=5, occasion=Occasion("f", "pay", ".2"))

    assert len(set(action.keys)) == 2


async def test_the_count_of_visits_makes_no_other_occasion() -> None:
    action = Action()
    await action.run(amount=5)
    await action.run(amount=5, occasion=Occasion("f", "pay", visit=7))

    assert len(action.keys) == 1


async def test_what_goes_by_the_clock_is_no_reason_to_do_it_again() -> None:
    action = Action()
    for day in ("Monday", "Tuesday"):
        await action.run(amount=5, day=day, of_the_moment={"day"})

    assert len(action.keys) == 1


async def test_inputs_noted_by_older_code_are_the_same() -> None:
    action = Action()
    noted = plain_hash({"amount": 5})
    await action.receipts.begin(HERE, Fingerprint(noted, frozenset({noted})), "the first key")
    await action.receipts.finish(HERE, "the first key", {"result": {"receipt": "R0"}})

    assert (await action.run(amount=5)).result == {"receipt": "R0"}
    assert action.keys == []


@pytest.mark.parametrize(("error_type", "runs"), [("failed", 2), ("unknown", 1), ("result", 1)])
async def test_only_a_plain_failure_has_changed_nothing(error_type: str, runs: int) -> None:
    action = Action(ActionOutcome(error_type=error_type, error="oh"))
    await action.run(amount=5)
    await action.run(amount=6, agreed_in=0)

    assert len(action.keys) == runs


async def test_killed_in_between_an_idempotent_one_runs_again_with_its_key() -> None:
    action = Action()
    await killed(action, {"amount": 5})

    assert await action.run(idempotent=True, amount=5) == DONE
    assert action.keys == ["the first key"]


async def test_killed_in_between_any_other_has_an_unknown_outcome_for_ever() -> None:
    action = Action()
    await killed(action, {"amount": 5})

    outcomes = [await action.run(amount=5) for _ in range(2)]

    assert [outcome.error_type for outcome in outcomes] == ["unknown", "unknown"]
    assert action.keys == []


async def test_what_a_model_wrote_is_kept() -> None:
    receipts, written = ReceiptsInMemory(), iter(["A poem.", "Another.", "A third."])

    async def write() -> str:
        return next(written)

    asked = {"instruction": "Write a poem."}
    texts = [await write_with_receipt(receipts, HERE, asked, write) for _ in range(2)]
    texts.append(await write_with_receipt(receipts, HERE, {"instruction": "Write prose."}, write))

    assert texts == ["A poem.", "A poem.", "Another."]
