from collections.abc import Sequence
from dataclasses import dataclass

from flows_app.engine import Commands, DialogueContext, FlowsOnOffer, Said


@dataclass(frozen=True)
class MarkedMessage:
    """A message where it was said, and what it means by a person's judgement."""

    # Id of the example.
    id: int
    text: str
    context: DialogueContext
    commands: Commands
    flows: FlowsOnOffer
    history: Sequence[Said] = ()
