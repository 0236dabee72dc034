"""How actions went, as a script pretends it."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from flows_app.engine import ActionOutcome
from flows_app.flow_language import ActionStub

Written = dict[str, Any]


def outcome_as_written(outcome: ActionOutcome) -> Written:
    if outcome.error_type == "unknown":
        return {"unknown": True}
    if outcome.error_type:
        return {"fails": outcome.error or "It failed."}
    return {"returns": dict(outcome.result)}


def stubs_of(calls: Iterable[tuple[str, Written]]) -> dict[str, ActionStub]:
    """That every action goes again as it went, call by call: its name and its outcome, in order."""
    by_action: dict[str, list[Written]] = defaultdict(list)
    for action, outcome in calls:
        by_action[action].append(outcome)
    return {action: ActionStub.model_validate(_stub(outcomes)) for action, outcomes in by_action.items()}


def _stub(outcomes: list[Written]) -> Written:
    """The last one repeats, so it is written once."""
    kept = list(outcomes)
    while len(kept) > 1 and kept[-1] == kept[-2]:
        kept.pop()
    return kept[0] if len(kept) == 1 else {"outcomes": kept}
