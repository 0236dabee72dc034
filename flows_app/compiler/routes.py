from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from langgraph.graph import END
from langgraph.types import Command

from flows_app.language import CollectStep
from flows_app.language.routing import Place, ways_from


@dataclass(frozen=True)
class Routes:
    """Where a step leads. A target outside its chunk ends the subgraph with the pointer set to it."""

    place: Place
    places: Mapping[str, Place]
    inside: frozenset[str]

    @property
    def destinations(self) -> tuple[str, ...]:
        targets = {target for _, target in ways_from(self.place) if target in self.inside}
        return (*sorted(target for target in targets if target), END)

    def onward(self, update: dict[str, Any]) -> Command[str]:
        """Goes on to where the step leads by itself."""
        return self.to(self.place.following, update)

    def to(self, target: str | None, update: dict[str, Any]) -> Command[str]:
        """Goes to a step, or to the end. A jump back to a collect step empties its slot: else it would never ask."""
        slots = {**update.get("slots", {}), **self._emptied_by_jump_to(target)}
        marks = {**update.get("visits", {}), **self._left_loops(target)}
        moved = {
            **update,
            "step": target,
            **({"slots": slots} if slots else {}),
            **({"visits": marks} if marks else {}),
        }
        return Command(update=moved, goto=target if target in self.inside and target else END)

    def stay(self, update: dict[str, Any]) -> Command[str]:
        """Ends the subgraph here; the next turn enters at this step again."""
        return Command(update={**update, "step": self.place.step.name}, goto=END)

    def leave(self, target: str | None, update: dict[str, Any]) -> Command[str]:
        """Ends the subgraph with the pointer at a step: the orchestrator has something to do before it goes on."""
        return Command(update={**update, "step": target}, goto=END)

    def _left_loops(self, target: str | None) -> dict[str, None]:
        """Loops that a jump leaves begin with their first round when they are entered again."""
        kept = {*self.places[target].loops, target} if target in self.places and target else set()
        return {f"{loop}:rounds": None for loop in self.place.loops if loop not in kept}

    def _emptied_by_jump_to(self, target: str | None) -> dict[str, None]:
        landed = self.places.get(target) if target else None
        if landed is None or landed.order > self.place.order:
            return {}
        return {landed.step.slot: None} if isinstance(landed.step, CollectStep) else {}
