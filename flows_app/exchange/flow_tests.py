"""Scripts as YAML, each on its own or as a part of a file."""

from typing import Any

from django.utils.translation import gettext
from pydantic import ValidationError

from flows_app.flow_language import Script
from flows_app.flow_language.complaints import complaints
from flows_app.models import Flow, FlowTest
from flows_app.models.flow_test import without_name
from flows_app.yaml_text.nodes import Fields, Node, Scalar, place_at, plain
from flows_app.yaml_text.parsing import parse
from flows_app.yaml_text.places import ImportRefused, Place, Problem, Remarks
from flows_app.yaml_text.writing import as_yaml


def read_script(text: str, *, name: str) -> Script:
    """A script that has its name elsewhere. Raises ImportRefused with all problems at once."""
    remarks = Remarks()
    documents = parse("script", text.encode("utf-8", "surrogatepass"), remarks)
    remarks.stop_at_problems()
    if len(documents) != 1 or not isinstance(documents[0], Fields):
        raise ImportRefused([Problem(Place("script", 1), gettext("A script is a mapping: begin with turns."))])
    document = documents[0]
    if "name" in document.fields:
        raise ImportRefused(
            [Problem(document.place_of("name"), gettext("The name has a field of its own: leave it out."))]
        )
    document.put("name", Scalar(name, document.place))
    return script_in(document)


def script_in(node: Node) -> Script:
    """A script in a file, with its name. Raises ImportRefused with problems at their lines."""
    written = plain(node)
    try:
        return Script.model_validate(written)
    except ValidationError as refused:
        problems = [
            Problem(place_at(node, complaint.path), complaint.sentence) for complaint in complaints(written, refused)
        ]
        raise ImportRefused(problems) from refused


def problems_of(refused: ImportRefused) -> list[str]:
    """Gives the problems with their lines, for somebody who has the script before them."""
    return [
        gettext("Line {number}: {problem}").format(number=problem.place.line, problem=problem.sentence)
        for problem in refused.problems
    ]


def script_text(test: FlowTest) -> str:
    """Gives the script as an author would write it; one that can't be read any more, as it is stored."""
    try:
        return as_yaml(without_name(test.read_script()))
    except ValueError:
        return as_yaml(test.script)


def tests_as_written(flow: Flow) -> list[dict[str, Any]]:
    return [_as_written(test) for test in flow.tests.all()]


def _as_written(test: FlowTest) -> dict[str, Any]:
    """One that is no script any more is written as its row is: nothing of it is lost."""
    try:
        return test.read_script().as_written()
    except ValidationError:
        return {"name": test.name, **test.script}
