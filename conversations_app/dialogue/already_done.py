"""Whether a correction would do otherwise, or leave out, what was done once and for all."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from flows_app.engine import CompiledFlow, PastDeed
from flows_app.engine.journal import Called, Journal
from flows_app.engine.past import Past, is_past
from flows_app.engine.walk import Stop, Walk
from flows_app.flow_language.routing import ways_from


@dataclass(frozen=True)
class Frame:
    """A step of a flow instance; of several, each is called by the one before."""

    flow_id: str
    compiled: CompiledFlow
    step: str | None


def stands_in_the_way(before: tuple[Walk, Stop], after: tuple[Walk, Stop]) -> bool:
    """Compares dry walks before and after a correction. True if a deed would be done with other values, or left out,
    and no confirmation stands before it on every way.

    Ignores deeds that the way before had left out already: the user agreed to that.
    """
    walk, _ = after
    if walk.deeds_changed:
        return True
    met_before, met = {id(deed) for deed in before[0].deeds_met}, {id(deed) for deed in walk.deeds_met}
    stood, arrived = list(_frames_of(*before)), list(_frames_of(*after))
    for deed, frames in _deeds_below(walk.past, walk.flow_id, walk.compiled):
        if id(deed) in met or not (id(deed) in met_before or _leads_to(stood, frames, through=True)):
            continue
        if _is_past(walk.past, frames) or not _leads_to(arrived, frames, through=True):
            return True
        if _leads_to(arrived, frames, through=False):
            return True
    return False


def _frames_of(walk: Walk, stop: Stop) -> Iterator[Frame]:
    yield Frame(walk.flow_id, walk.compiled, walk.step)
    if stop.inside:
        yield from _frames_of(*stop.inside)


@dataclass(frozen=True)
class _At(Frame):
    path: str | None = ""


def _deeds_below(
    past: Past, flow_id: str, compiled: CompiledFlow, above: tuple[_At, ...] = ()
) -> Iterator[tuple[PastDeed, tuple[_At, ...]]]:
    """Yields the deeds of an instance and of the flows that it has called, each with the frames that lead to it."""
    for deed in past.deeds:
        if deed.flow_id == flow_id and deed.stands:
            yield deed, (*above, _At(flow_id, compiled, deed.step, deed.path))
    for entry in past.journals.get(flow_id, Journal(())):
        if isinstance(entry, Called) and entry.version_id in past.flows:
            site = _At(flow_id, compiled, entry.step, entry.path)
            yield from _deeds_below(past, entry.flow_id, past.flows[entry.version_id], (*above, site))


def _is_past(past: Past, frames: Sequence[_At]) -> bool:
    """Whether a jump back has left it behind, or it is in an earlier round of a loop."""
    return any(
        is_past(past, frame.flow_id, frame.compiled, frame.step, frame.path)
        for frame in frames
        if frame.step and frame.path is not None
    )


def _leads_to(stand: Sequence[Frame], deed: Sequence[Frame], *, through: bool) -> bool:
    """Whether a way leads from where a walk has ended to the deed: any, or only such that pass no confirmation."""
    common = 0
    while common < min(len(stand), len(deed)) and stand[common].flow_id == deed[common].flow_id:
        common += 1
    last, is_behind_call = common - 1, len(stand) > common
    return (
        # Out of the flows that were called, on to the step that the deed is at or is called from, and down to it.
        all(_leads(frame.compiled, frame.step, None, through=through) for frame in stand[common:])
        and _leads(deed[last].compiled, stand[last].step, deed[last].step, through=through, leaves=is_behind_call)
        and all(
            _leads(frame.compiled, frame.compiled.first_step, frame.step, through=through) for frame in deed[common:]
        )
    )


def _leads(
    compiled: CompiledFlow, start: str | None, target: str | None, *, through: bool, leaves: bool = False
) -> bool:
    """Whether a way leads from a step to another (None: the end). The first step is passed too, unless it `leaves` it:
    then it stands behind a call that has been made there."""
    if start is None or (start == target and not leaves):
        return start == target
    ahead, seen = [start], {start}
    while ahead:
        place = compiled.places[ahead.pop()]
        is_left = leaves and place.step.name == start
        if place.step.is_gate and not through and not is_left:
            continue
        for _, way in ways_from(place):
            if way == target:
                return True
            if way is not None and way not in seen:
                seen.add(way)
                ahead.append(way)
    return False
