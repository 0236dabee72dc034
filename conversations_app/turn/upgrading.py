"""Lifts a stored state to the version that this code writes, when it is loaded. Each function lifts it by one."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any

from django.utils import timezone

from flows_app.engine import STATE_VERSION
from flows_app.engine.fingerprints import V1
from flows_app.engine.journal import Called, Entry, Returned, Said, Started, TakenOver, page_of
from flows_app.engine.occasions import Whereabouts, path_of
from flows_app.engine.state import BOT_SCOPE
from flows_app.flow_language import FlowDefinition
from flows_app.flow_language.routing import Place, places
from flows_app.models import FlowVersion

State = dict[str, Any]


def upgrade(state: State, version: int) -> State:
    for number in range(version, STATE_VERSION):
        state = _UPGRADES[number](state)
    return state


# From version 1, in which a flow remembered in marks: `visits["step:word"]`, and a trail under `#trail`


def _to_journals(state: State) -> State:
    """Flows go on where they stand. Their journals begin here: a value from before is corrected by walking from the
    start with all that the flow holds as given ahead."""
    upgraded = {name: value for name, value in state.items() if name != "_executed_steps"}
    stack = _with_tasks(state.get("flow_stack") or [])
    flows = [_V1Flow(flow, state) for flow in stack]
    for caller, called in pairwise(flows):
        if "called_at" in called.context:
            caller.stands_at_call(called)
    return {
        **upgraded,
        "state_version": 2,
        "flow_stack": [flow.context for flow in flows],
        "flow_slots": _without_parked(state, {flow.id for flow in flows}),
        "flow_memory": {flow.id: flow.memory() for flow in flows},
        "_entries": {},
    }


def _with_tasks(stack: list[Any]) -> list[dict[str, Any]]:
    flows: list[dict[str, Any]] = []
    for flow in stack:
        was_called = "returns" in flow and flows
        flows.append({**flow, "task": flows[-1]["task"] if was_called else flow["flow_id"]})
    return flows


def _without_parked(state: State, alive: set[str]) -> dict[str, Any]:
    """Flows that waited to be called again are in the journal of their caller now."""
    scopes: Mapping[str, Any] = state.get("flow_slots") or {}
    return {
        scope: slots
        for scope, slots in scopes.items()
        if scope in alive or scope == BOT_SCOPE or scope.startswith("kept:")
    }


class _V1Flow:
    """A flow instance on the stack, with its marks."""

    def __init__(self, context: dict[str, Any], state: State):
        self.context = context
        self.id: str = context["flow_id"]
        self._state = state
        self._marks: dict[str, Any] = (state.get("_executed_steps") or {}).get(self.id) or {}
        self._slots: dict[str, Any] = (state.get("flow_slots") or {}).get(self.id) or {}
        self._places = _places_of(context["version_id"])
        self._whereabouts: Whereabouts = {"rounds": self._marked("rounds"), "entered": list(self._marked("entered"))}
        self._pages: dict[str, list[dict[str, Any]]] = {}
        self._called: list[Entry] = []

    def stands_at_call(self, called: "_V1Flow") -> None:
        """Moves a caller back to its call: in version 1 it stood behind it already."""
        site = called.context["called_at"]
        self.context["step"] = site["step"]
        path = self._path(site["step"])
        called.context["called_at"] = {"step": site["step"], "path": path, "inputs": site["inputs_hash"]}
        self._called.append(self._call(called.context, path))

    def memory(self) -> dict[str, Any]:
        known = [self._taken_over(), *self._said(), *self._called, *self._returned()]
        own = [*known, *self._parked()]
        return {
            # Where flows wait to be called again, turns read the journal until it has come to them.
            "unmet": list(range(len(known), len(own))),
            **self._whereabouts,
            "visits": self._visits(),
            "question": self._question(),
            "done": bool(self._marked("done")),
            "bot_slots": self._marks.get("#bot_slots") or {},
            "inherited": {
                "at": timezone.now().isoformat(),
                "turn": self._state["last_inbound_seq"],
                "pages": {self.id: page_of(own), **self._pages},
            },
        }

    def _marked(self, word: str) -> dict[str, Any]:
        """Gives the marks of a kind that are set, by step."""
        suffix = f":{word}"
        found = self._marks.items()
        return {name.removesuffix(suffix): mark for name, mark in found if name.endswith(suffix) and mark}

    def _visits(self) -> dict[str, int]:
        return {name: count for name, count in self._marks.items() if ":" not in name and not name.startswith("#")}

    def _path(self, step: str) -> str:
        return path_of(self._places[step], self._whereabouts, self._places)

    def _question(self) -> dict[str, Any] | None:
        step = self.context["step"]
        task = self._state.get("_pending_task") or {}
        is_open = task.get("asked_by") == [self.id, step]
        asked = self._marks.get(f"{step}:asked") or 0
        if step is None or not (is_open or asked):
            return None
        return {
            "step": step,
            "path": self._path(step),
            "asked": asked,
            "refused": self._marks.get(f"{step}:refused") or 0,
            "shown": V1 + (self._marks.get(f"{step}:shown") or ""),
            "language": "",
        }

    def _taken_over(self) -> TakenOver:
        return TakenOver(
            step=self.context["step"] or "",
            slots=self._slots,
            bot_slots=(self._marks.get("#bot_slots") or {}),
            rounds=self._whereabouts["rounds"],
            visits=self._visits(),
            taken=self._marked("taken"),
            done={step: mark["site"]["visit"] for step, mark in self._marked("returned").items() if mark.get("done")},
            **_WHEN,
        )

    def _said(self) -> list[Entry]:
        """Gives entries for what steps outside loops have said."""
        entries: list[Entry] = []
        for step, by_visit in self._marked("said").items():
            if step in self._places and not self._places[step].loops and (said := by_visit.get("0")):
                digest, _, language = said.partition(":")
                entries.append(Said(step=step, text=V1 + digest, language=language, **_WHEN))
        return entries

    def _returned(self) -> list[Entry]:
        return [
            Returned(step=step, path=self._path(step), inputs=mark["site"]["inputs_hash"], slots=mark["slots"], **_WHEN)
            for step, mark in self._marked("returned").items()
            if step in self._places
        ]

    def _parked(self) -> list[Entry]:
        """Flows that a correction took off the stack: they begin anew when they are called, with what they knew."""
        entries: list[Entry] = []
        for step, flow in self._marked("parked").items():
            waiting = _V1Flow({**flow}, self._state)
            begun = Started(slots=waiting._slots, bot_slots={}, version_id=flow["version_id"], **_WHEN)
            self._pages[waiting.id] = page_of([begun, *waiting._said(), *waiting._returned(), *waiting._parked()])
            self._pages |= waiting._pages
            entries.append(self._call(flow, self._path(step), step))
        return entries

    def _call(self, called: Mapping[str, Any], path: str, step: str = "") -> Called:
        return Called(
            step=step or called["called_at"]["step"],
            path=path,
            flow_id=called["flow_id"],
            flow_name=called["flow_name"],
            version_id=called["version_id"],
            **_WHEN,
        )


# Placeholders of entries in a page: the page has the time and the turn.
_WHEN: dict[str, Any] = {"at": datetime.min.replace(tzinfo=UTC), "turn": 0}


def _places_of(version_id: int) -> dict[str, Place]:
    definition = FlowVersion.objects.values_list("definition", flat=True).get(pk=version_id)
    return places(FlowDefinition.read_stored(definition))


_UPGRADES: Mapping[int, Callable[[State], State]] = {1: _to_journals}
