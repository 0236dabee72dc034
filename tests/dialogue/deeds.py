"""No deed is done twice on one occasion, or silently left out."""

import re
from collections import Counter
from collections.abc import Iterator

from flows_app.flow_language import FlowDefinition
from tests.dialogue.confirmation_gates import gates_of
from tests.dialogue.equal_ends import told
from tests.dialogue.intended_conversation import Correction, IntendedConversation
from tests.dialogue.pure_world import Done

_TOKEN = re.compile(r"\[[^\]]*\]")


def check_deeds(corrected: IntendedConversation, fresh: IntendedConversation) -> None:
    problems = [*_done_twice(corrected), *_changed_though_refused(corrected), *_left_out(corrected)]
    assert not problems, told(corrected, fresh, "; ".join(problems))


def _done_twice(conversation: IntendedConversation) -> Iterator[str]:
    """On one occasion, without a “yes” in between."""
    first: dict[object, Done] = {}
    for done in conversation.actions.done:
        if not done.idempotent and (before := first.get(done.occasion)):
            agreed = any(before.turn < agreement.turn <= done.turn for agreement in conversation.agreements)
            if not agreed:
                yield f"done twice: {before}, then {done}"
        if done.is_deed:
            first[done.occasion] = done


def _changed_though_refused(conversation: IntendedConversation) -> Iterator[str]:
    for correction in conversation.corrections:
        if correction.refused and correction.before != correction.after:
            yield f"the correction in turn {correction.turn} was refused, and changed something"


def _left_out(conversation: IntendedConversation) -> Iterator[str]:
    """What was done is written down at the end, and nothing else; unless a confirmation was asked since a correction
    that stands."""
    stands = [correction for correction in conversation.corrections if not correction.refused]
    if not stands or _asked_since(conversation, stands[0]):
        return
    deeds = [done for done in conversation.actions.done if done.is_deed and not done.error_type]
    done = Counter(deed.token for deed in deeds)
    written = Counter(token for token in _written_down(conversation) if token in done)
    for deed in deeds:
        if done[deed.token] > written[deed.token] and not _is_gated(conversation, deed):
            yield f"{deed} is not on the way any more, and nobody was asked"


def _asked_since(conversation: IntendedConversation, correction: Correction) -> bool:
    return any(turn >= correction.turn for turn in conversation.asked_to_confirm)


def _written_down(conversation: IntendedConversation) -> Iterator[str]:
    for (flow, _), slots in zip(conversation.end.stack, conversation.end.slots, strict=True):
        yield from _TOKEN.findall(str(slots.get(conversation.planned.plans[flow].log, "")))


def _is_gated(conversation: IntendedConversation, deed: Done) -> bool:
    """Whether every way to it leads through a confirmation, in its own flow: the user may then have taken another way
    after the correction, on which nothing is asked."""
    return any(_gates(definition, deed) for definition in conversation.planned.definitions)


def _gates(definition: FlowDefinition, deed: Done) -> bool:
    names = {step.name for step in definition.all_steps()}
    return deed.occasion.unit in names and bool(gates_of(definition, deed.occasion.unit))
