"""Whether a corrected conversation has come to where a fresh one comes, and why it need not."""

import os
from collections.abc import Iterator

import yaml
from hypothesis import event

from tests.dialogue.flow_plans import FlowPlan, Occasion
from tests.dialogue.intended_conversation import BEGINNING, BETWEEN_TURNS, End, IntendedConversation
from tests.dialogue.pure_world import Done

STRICT_CLOCK = os.environ.get("SONI_PROPERTY_CLOCK", "") == "strict"


def check_equal(corrected: IntendedConversation, fresh: IntendedConversation) -> None:
    """Where nothing irrevocable had been done, no correction is refused, nothing that still counts is asked again, and
    both ends are equal."""
    if any(correction.irrevocable for correction in corrected.corrections):
        event("something had been done once and for all")
        return
    refused = [correction for correction in corrected.corrections if correction.refused]
    assert not refused, told(corrected, fresh, "Refused, though nothing had been done.")
    if not (corrected.is_over and fresh.is_over):
        event("too long")
        return
    # Counters of jumps back begin anew in each round, so that two occasions may read the same: then both ask twice.
    asked_again = [asked for asked in corrected.asked_again if asked not in fresh.asked_again]
    assert not asked_again, told(corrected, fresh, f"Asked again: {asked_again}")
    differences = [*_differences(corrected, fresh.end), *_not_agreed_to(corrected, fresh)]
    if differences and _left_behind(corrected, fresh):
        event("an action that a jump back has left behind stands with other inputs")
        return
    assert not differences, told(corrected, fresh, "; ".join(differences))


def _differences(corrected: IntendedConversation, fresh: End) -> Iterator[str]:
    end = corrected.end
    if end.stack != fresh.stack:
        yield f"stands at {list(end.stack)}, fresh at {list(fresh.stack)}"
        return
    if end.question != fresh.question:
        yield f"asks {end.question}, fresh {fresh.question}"
    for (flow, _), ours, theirs in zip(end.stack, end.slots, fresh.slots, strict=True):
        for name in sorted({*ours, *theirs}):
            one, other = ours.get(name), theirs.get(name)
            if one != other and not _may_be_new(corrected, flow, name, one, other):
                yield f"{flow}.{name} is {one!r}, fresh {other!r}"


def _not_agreed_to(corrected: IntendedConversation, fresh: IntendedConversation) -> Iterator[str]:
    """A confirmation that lies behind has been agreed to with its text and values of now."""
    for agreement in fresh.agreements:
        ours = [other for other in corrected.agreements if other.occasion == agreement.occasion]
        same = any((other.question, other.slots) == (agreement.question, agreement.slots) for other in ours)
        if not same and _is_current(agreement.occasion, fresh) and "confirm" in agreement.occasion.unit:
            yield f"{agreement.occasion} was agreed to with {ours}, fresh with {agreement}"


def _is_current(occasion: Occasion, fresh: IntendedConversation) -> bool:
    """Whether it can be told that no jump back has left it behind."""
    return _landings_now(occasion, fresh) == occasion.landings


def _landings_now(occasion: Occasion, fresh: IntendedConversation) -> int | None:
    """Of its step in its rounds, at the end; None in a called flow and in an earlier round, where nobody can tell."""
    plan, slots = fresh.planned.main, (fresh.end.slots or ({},))[0]
    if occasion.unit not in plan.spots:
        return None
    unit = plan.spots[occasion.unit].unit
    now = plan.occasion(unit, slots)
    # One that may jump back is read as being met, which it is not any more.
    return now.landings + (plan.weight(unit) if unit.jumps_back else 0) if now.rounds == occasion.rounds else None


def _may_be_new(corrected: IntendedConversation, flow: str, name: str, ours: object, fresh: object) -> bool:
    """A time that a correction has brought: “at what is new, the turn's”. What was computed before must stay."""
    if STRICT_CLOCK or name not in corrected.planned.plans[flow].clocks or not ours or not fresh:
        return False
    for correction in corrected.corrections:
        held = [slots.get(name) for (other, _), slots in _flows(correction.before) if other == flow]
        if ours == _time_of(corrected, correction.turn) and fresh not in held:
            return True
    return False


def _flows(end: End) -> Iterator[tuple[tuple[str, str | None], dict[str, object]]]:
    for at, slots in zip(end.stack, end.slots, strict=True):
        yield at, dict(slots)


def _time_of(conversation: IntendedConversation, turn: int) -> str:
    return (BEGINNING + (turn - 1) * BETWEEN_TURNS).isoformat()


def _left_behind(corrected: IntendedConversation, fresh: IntendedConversation) -> list[Occasion]:
    """Occasions of actions from before a jump back whose inputs would be others now: these stand as they happened."""
    ours, theirs = _last_done(corrected), _last_done(fresh)
    return [
        occasion
        for occasion, done in ours.items()
        if occasion in theirs and theirs[occasion].given != done.given and _was_left(occasion, fresh)
    ]


def _last_done(conversation: IntendedConversation) -> dict[Occasion, Done]:
    return {done.occasion: done for done in conversation.actions.done}


def _was_left(occasion: Occasion, fresh: IntendedConversation) -> bool:
    """Whether a jump back has led to before it, or may have."""
    landings = _landings_now(occasion, fresh)
    if landings is not None:
        return landings > occasion.landings
    plans = fresh.planned.plans.values()
    return any(_jumps_back_before(plan, occasion.unit) for plan in plans if occasion.unit in plan.spots)


def _jumps_back_before(plan: FlowPlan, name: str) -> bool:
    return bool(plan.landing_before(plan.spots[name].unit))


def told(corrected: IntendedConversation, fresh: IntendedConversation, why: str) -> str:
    """Everything that one needs to see what went wrong."""
    flows = yaml.safe_dump_all(
        [definition.as_written() for definition in corrected.planned.definitions],
        sort_keys=False,
        allow_unicode=True,
        width=160,
    )
    return "\n".join(
        [
            why,
            "",
            flows,
            "Corrected:",
            *corrected.lines,
            str(corrected.end),
            "Fresh:",
            *fresh.lines,
            str(fresh.end),
        ]
    )
