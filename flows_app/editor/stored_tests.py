"""The conversations that are stored with a flow as its tests."""

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any, ClassVar

from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils.translation import gettext

from flows_app.audit import record
from flows_app.drafts.writing import ROW_GAP
from flows_app.exchange import ImportRefused
from flows_app.exchange.flow_tests import problems_of, read_script, script_text
from flows_app.flow_language import FlowDefinition
from flows_app.limits import SCRIPT_NAME_LENGTH
from flows_app.models import Flow, FlowTest
from flows_app.models.flow_test import without_name
from flows_app.ports import flow_test_runner
from flows_app.rights import Person
from flows_app.yaml_text.writing import as_yaml


class ScriptInvalid(ValueError):
    """All that is wrong with it, a sentence each."""

    def __init__(self, errors: list[str]):
        super().__init__(" ".join(errors))
        self.errors = errors


class TestChanged(Exception):
    """Somebody else has changed it since it was read; nothing was written."""

    # The name would make pytest take it for tests.
    __test__: ClassVar[bool] = False

    def __init__(self, test: FlowTest):
        super().__init__(
            f"Somebody else has changed “{test}” meanwhile: keep a copy of what you have written, and open it again."
        )
        self.test = test


def test_as_json(test: FlowTest) -> dict[str, Any]:
    return {
        "id": test.pk,
        "name": test.name,
        "script": script_text(test),
        "updated_at": test.updated_at.isoformat(),
    }


def write_test(test: FlowTest, name: str, text: str, person: Person) -> FlowTest:
    """Stores a test, new or present, from its text. Raises ScriptInvalid."""
    _check_name(test, name)
    try:
        test.hold(read_script(text, name=name))
    except ImportRefused as refused:
        raise ScriptInvalid(problems_of(refused)) from None
    try:
        return store_test(test, person)
    except IntegrityError:  # in this very moment
        raise ScriptInvalid([_taken(name)]) from None


@transaction.atomic
def change_test(test: FlowTest, name: str, text: str, person: Person, *, seen: str | None = None) -> FlowTest:
    """One that is there; as it was last changed when somebody has read it, if they say when that was."""
    locked = FlowTest.objects.select_for_update(of=("self",)).select_related("flow__bot").get(pk=test.pk)
    if seen is not None and seen != locked.updated_at.isoformat():
        raise TestChanged(locked)
    return write_test(locked, name, text, person)


@transaction.atomic
def store_test(test: FlowTest, person: Person) -> FlowTest:
    before = FlowTest.objects.filter(pk=test.pk).first() if test.pk else None
    if before is None:
        last = test.flow.tests.aggregate(last=Max("position"))["last"] or 0
        test.position = last + ROW_GAP
    test.save()
    _record(person, "changed" if before else "created", test, before)
    return test


@transaction.atomic
def delete_test(test: FlowTest, person: Person) -> None:
    _record(person, "deleted", test, test)
    test.delete()


def run_on(flow: Flow, definition: FlowDefinition, tests: Iterable[FlowTest]) -> list[dict[str, Any]]:
    """Runs the tests on a definition, saved or not."""
    results = flow_test_runner.get().on_document(flow, definition, tests)
    return [
        {
            "id": result.test.pk,
            "name": result.test.name,
            "passed": result.passed,
            "problems": list(result.problems),
        }
        for result in results
    ]


def accepted_on(flow: Flow, definition: FlowDefinition, test: FlowTest) -> dict[str, Any]:
    """The test as it would be with what happens now, and how that differs. Nothing is stored."""
    new = flow_test_runner.get().accepted(flow, definition, test)
    return {"script": as_yaml(without_name(new.script)), "changes": [asdict(change) for change in new.changes]}


def _check_name(test: FlowTest, name: str) -> None:
    if not name.strip() or len(name) > SCRIPT_NAME_LENGTH:
        raise ScriptInvalid(
            [
                gettext("A test has a name of at most {count} characters: say what it shows.").format(
                    count=SCRIPT_NAME_LENGTH
                )
            ]
        )
    if test.flow.tests.filter(name=name).exclude(pk=test.pk).exists():
        raise ScriptInvalid([_taken(name)])


def _taken(name: str) -> str:
    return gettext("Another test of this flow is called “{name}”: say what this one shows.").format(name=name)


def _record(person: Person, verb: str, test: FlowTest, before: FlowTest | None) -> None:
    """The test itself tells its new content; the log, which is never erased, keeps only the old one."""
    details = {"name": before.name, "script": before.script} if before else {}
    record(person, test.flow.bot, verb, f"test {test} of {test.flow}", **details)
