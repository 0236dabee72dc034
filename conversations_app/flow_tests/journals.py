from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from flows_app.engine import DialogueState
from flows_app.engine.journal import Entry, read_page


class JournalsInMemory:
    """Pages as the rows of the database would hold them, by task and flow_id."""

    def __init__(self) -> None:
        self._pages: list[dict[str, Any]] = []

    def as_json(self) -> list[dict[str, Any]]:
        return list(self._pages)

    def remember(self, pages: Sequence[Mapping[str, Any]]) -> None:
        """Takes over entries of another process."""
        self._pages = [dict(page) for page in pages]

    def close_turn(self, state: DialogueState, turn: int, now: datetime) -> None:
        """Keeps what the turn has told journals; those of tasks that have ended are gone."""
        for task, flows in (state.get("_entries") or {}).items():
            for flow_id, entries in flows.items():
                self.add_page(task, flow_id, entries, turn, now)
        alive = {flow["task"] for flow in state.get("flow_stack") or ()}
        self._pages = [page for page in self._pages if page["task"] in alive]

    def add_page(self, task: str, flow_id: str, entries: Sequence[Any], turn: int, now: datetime) -> None:
        page = {"task": task, "flow_id": flow_id, "turn": turn, "at": now.isoformat(), "entries": list(entries)}
        self._pages.append(page)

    async def read(self, task: str) -> Mapping[str, Sequence[Entry]]:
        return self.of_task(task)

    def of_task(self, task: str) -> dict[str, list[Entry]]:
        journals: dict[str, list[Entry]] = {}
        for page in self._pages:
            if page["task"] == task:
                entries = read_page(page["entries"], datetime.fromisoformat(page["at"]), page["turn"])
                journals.setdefault(page["flow_id"], []).extend(entries)
        return journals
