from dataclasses import dataclass
from typing import Any

from langgraph.graph import END
from langgraph.types import Command


@dataclass(frozen=True)
class Routes:
    """Where a step leads. A target outside its chunk ends the subgraph with the pointer set to it."""

    inside: frozenset[str]
    following: str | None

    @property
    def destinations(self) -> tuple[str, ...]:
        inner = (self.following,) if self.following in self.inside else ()
        return (*(name for name in inner if name), END)

    def onward(self, update: dict[str, Any]) -> Command[str]:
        """Goes on to the step that follows."""
        goto = self.following if self.following in self.inside else END
        return Command(update={**update, "step": self.following}, goto=goto or END)

    def stay(self, step: str, update: dict[str, Any]) -> Command[str]:
        """Ends the subgraph here; the next turn enters at this step again."""
        return Command(update={**update, "step": step}, goto=END)
