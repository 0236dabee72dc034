"""Which flow a message is about. Values in it tell little, and hide what does: “*manda 50 a Ana*”.

An author's example has markers in their place, so a message that fits no example well is looked at again, its values
replaced by what stands for them there: the names of the slots.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from conversations_app.understanding.choosing import Candidate, FlowChooser
from conversations_app.understanding.embedded.words import words_of
from conversations_app.understanding.encoders import Vectors
from conversations_app.understanding.values import FoundValue
from flows_app.engine import FlowOnOffer, FlowsOnOffer
from flows_app.slot_types import type_of

# From here on a message is about a flow, whatever else it could be.
STRONG = 0.7
# Behind a yes or no: “yes, and what is my balance?”
FOLLOWING = 0.6
# Behind a greeting or thanks, which more kind words may follow.
GREETED = 0.5
# Where nothing else is plausible.
LIKELY = 0.35
_LOOKED_AT_AGAIN = 3

Fill = Callable[[FlowOnOffer], Mapping[str, FoundValue]]


def rank(
    message: str, vector: Vectors | None, chooser: FlowChooser, flows: FlowsOnOffer, fill: Fill
) -> list[Candidate]:
    """Best first."""
    ranked = [candidate for candidate in chooser.rank(message, vector) if candidate.flow in flows]
    if not ranked or ranked[0].confidence >= STRONG:
        return ranked
    if meant := _with_this_example(message, ranked, flows):
        return [replace(meant, confidence=1.0), *(other for other in ranked if other != meant)]
    again = [_without_values(message, candidate, chooser, flows, fill) for candidate in ranked[:_LOOKED_AT_AGAIN]]
    if again == ranked[:_LOOKED_AT_AGAIN]:
        return ranked
    return sorted([*again, *ranked[_LOOKED_AT_AGAIN:]], key=lambda candidate: -candidate.confidence)


def _with_this_example(message: str, ranked: Sequence[Candidate], flows: FlowsOnOffer) -> Candidate | None:
    """Returns the best candidate that has this message among its examples, word for word."""
    said = _as_said(message)
    return next((candidate for candidate in ranked if said in _examples_of(flows[candidate.flow].triggers)), None)


@lru_cache(maxsize=2_000)
def _examples_of(triggers: tuple[str, ...]) -> frozenset[str]:
    return frozenset(_as_said(trigger) for trigger in triggers if "{" not in trigger)


def _as_said(text: str) -> str:
    return " ".join(word.text for word in words_of(text))


def _without_values(
    message: str, candidate: Candidate, chooser: FlowChooser, flows: FlowsOnOffer, fill: Fill
) -> Candidate:
    flow = flows[candidate.flow]
    text = _with_names(message, flow, fill(flow))
    if text == message:
        return candidate
    seen = next((other for other in chooser.rank(text) if other.flow == candidate.flow), candidate)
    return replace(candidate, confidence=max(candidate.confidence, seen.confidence))


def _with_names(message: str, flow: FlowOnOffer, found: Mapping[str, FoundValue]) -> str:
    """Choices stay: the examples are full of them. A free text is surely one only beside a value of a type."""
    typed = {slot.name for slot in flow.slots if type_of(slot).is_told_unasked and not slot.choices}
    if typed & set(found):
        typed |= {slot.name for slot in flow.slots if type_of(slot).is_free_text}
    spans: Sequence[tuple[str, FoundValue]] = sorted(found.items(), key=lambda pair: -pair[1].start)
    for name, value in spans:
        if name in typed:
            message = f"{message[: value.start]}{name.replace('_', ' ')}{message[value.end :]}"
    return message
