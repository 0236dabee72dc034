"""Templates: whole flows to start from, each with its triggers, its slots and a test that shows how it goes."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from django.db import transaction

from flows_app.audit import record
from flows_app.drafts import lock_draft, note_change, write_document
from flows_app.drafts.taking_apart import Written
from flows_app.drafts.writing import ROW_GAP
from flows_app.flow_language import Script
from flows_app.flow_language.flow import LANGUAGE_VERSION
from flows_app.models import Flow, FlowTest
from flows_app.rights import Person
from flows_app.yaml_text.nodes import plain
from flows_app.yaml_text.parsing import parse
from flows_app.yaml_text.places import Remarks

_DIRECTORY = Path(__file__).parent / "templates"
# In the order in which they are offered: the simplest first.
NAMES = ("collect_and_confirm", "faq", "booking", "transfer")
# Stands for the flow's name, which is the author's choice.
_FLOW_NAME = "$flow"


@dataclass(frozen=True)
class Template:
    name: str
    title: str
    description: str
    document: Written
    tests: tuple[Script, ...]


def template_for(name: str, flow_name: str) -> Template:
    """Gives the template as a flow of that name."""
    written: Written = _named(_read(name), flow_name)
    return Template(
        name=name,
        title=written["title"],
        description=written["description"],
        document={**written["flow"], "name": flow_name, "language_version": LANGUAGE_VERSION},
        tests=tuple(Script.model_validate(script) for script in written["tests"]),
    )


def templates_for(flow_name: str) -> list[dict[str, Any]]:
    templates = [template_for(name, flow_name) for name in NAMES]
    return [
        {
            "name": template.name,
            "title": template.title,
            "description": template.description,
            "document": template.document,
        }
        for template in templates
    ]


@transaction.atomic
def start_flow(flow: Flow, person: Person, document: Written, tests: tuple[Script, ...] = (), **details: Any) -> None:
    """The first draft of a flow that was just made, under its own name, and the tests that come with it. `details` are
    for the log."""
    locked = lock_draft(flow.pk)
    write_document(locked, {**document, "name": locked.name})
    note_change(locked, person)
    record(person, locked.bot, "created", locked, flow=locked.pk, draft_revision=locked.draft_revision, **details)
    for place, script in enumerate(tests, start=1):
        test = FlowTest(flow=locked, position=place * ROW_GAP)
        test.hold(script)
        test.save()


@cache
def _read(name: str) -> Written:
    remarks = Remarks()
    (document,) = parse(name, (_DIRECTORY / f"{name}.yaml").read_bytes(), remarks)
    remarks.stop_at_problems()
    written: Written = plain(document)
    return written


def _named(value: Any, flow_name: str) -> Any:
    """A copy, with the flow's name where it is meant."""
    if isinstance(value, dict):
        return {_named(key, flow_name): _named(item, flow_name) for key, item in value.items()}
    if isinstance(value, list):
        return [_named(item, flow_name) for item in value]
    return flow_name if value == _FLOW_NAME else value
