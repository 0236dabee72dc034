"""Findings speak of fields by the labels of the editor's forms, never by the keys of the language."""

from typing import Any

import pytest
from django.test import Client

from flows_app.flow_language import STEP_TYPES
from flows_app.flow_language.labels import label_of
from flows_app.models import Flow
from flows_app.reference import flow_schema
from tests.editor.asking import given

pytestmark = pytest.mark.django_db

SAY = {"name": "hello", "type": "say", "message": "Hello!"}
SLOT = {"name": "amount", "type": "number"}
ASK = {"name": "ask", "type": "collect", "slot": "amount", "message": "How much?"}


def test_every_field_of_a_form_has_a_label_that_the_findings_use_too() -> None:
    schema = flow_schema()
    steps = {name: schema["$defs"][model.__name__] for name, model in STEP_TYPES.items()}
    forms = {**steps, "slot": schema["$defs"]["SlotDefinition"], "flow": schema}
    # What stands elsewhere than in a form.
    bare = {"name", "type"}
    for form, described in forms.items():
        for key, field in described["properties"].items():
            if key not in bare:
                assert field["editor"]["label"] == label_of(form, key)


@pytest.mark.parametrize(
    ("document", "sentence"),
    [
        ({"triggers": ["hi", 5]}, "Example 2 must be a text; put it in quotes."),
        ({"guard": ""}, "“Can be started only if” must not be empty."),
        ({"steps": [{"name": "go", "type": "action"}]}, "“Action” is missing."),
        ({"steps": [{**SAY, "message": ""}]}, "“Message” must not be empty."),
        ({"steps": [{**SAY, "message": {"es": ""}}]}, "“Message” (Spanish) must not be empty."),
        ({"steps": [{**SAY, "message": ["Hi", 5]}]}, "“Message”, wording 2 must be a text; put it in quotes."),
        ({"steps": [{**ASK, "on_invalid": "end"}]},
         "“After too many attempts go to” is reached only with “Attempts at most”: fill that in too."),
        ({"steps": [{**ASK, "max_attempts": 50}]}, "“Attempts at most” must be at most 20."),
        ({"steps": [{**ASK, "max_attempts": 1.5}]}, "“Attempts at most” must be a whole number."),
        ({"steps": [{**ASK, "reask": ""}]}, "“Question when asked again” must not be empty."),
        ({"steps": [{"name": "s", "type": "set"}]},
         "It has nothing to do yet: fill in “Set slots” or “Empty these slots”."),
        ({"steps": [{"name": "s", "type": "set", "values": {"amount": ""}}]},
         "“amount” under “Set slots” must not be empty."),
        ({"steps": [{"name": "s", "type": "set", "values": {"": "1"}}]}, "A name is missing here."),
        ({"steps": [{"name": "a", "type": "action", "call": "pay", "outputs": {"": "amount"}}]},
         "A name is missing here."),
        ({"steps": [{**SAY, "options": [{"label": "A", "value": 1}, {"command": {"type": "jump_to"}}]}]},
         "“Text” of quick reply 2 is missing."),
        ({"steps": [{**SAY, "options": [{"label": "A", "command": {"type": "jump_to"}}]}]},
         "“Step” of quick reply 1 is missing."),
        ({"steps": [{"name": "b", "type": "branch", "cases": [{"next": "end"}]}]},
         "Its condition is missing: write when this case is taken."),
        ({"steps": [{"name": "b", "type": "branch", "cases": [{"value": 1, "next": "end"}]}]},
         "A case with a value needs a slot to look at: choose one under “Decide by the value of”."),
        ({"steps": [{"name": "b", "type": "branch", "cases": []}]}, "It needs at least one case."),
        ({"steps": [{"name": "b", "type": "branch"}]}, "It needs at least one case."),
        ({"steps": [{"name": "l", "type": "while", "condition": "true", "steps": []}]}, "“Steps” must not be empty."),
        ({"steps": [{"name": "l", "type": "while", "steps": [SAY]}]}, "“Repeat while” is missing."),
        ({"steps": [{"name": "c", "type": "call"}]}, "“Flow” is missing."),
        ({"steps": [{"name": "g", "type": "generate"}]}, "“Instruction to the language model” is missing."),
        ({"steps": [{**SAY, "odd": 1}]}, "“Odd” is no field that is known here."),
        ({"slots": [{"name": "s", "type": "choice", "choices": [{}]}]}, "“Value” of choice 1 is missing."),
        ({"slots": [{"name": "s", "type": "choice", "choices": [{"value": "a", "label": ""}]}]},
         "“What people see” of choice 1 must not be empty."),
        ({"slots": [{"name": "s", "type": "money", "currency": "euro"}]},
         "“euro” is no currency: write three capital letters, such as EUR."),
        ({"slots": [{"name": "s", "prompt": ""}]}, "“Question” must not be empty."),
        ({"slots": [{"name": "s", "sensitive": "perhaps"}]}, "“Sensitive” must be yes or no."),
    ],
)  # fmt: skip
def test_what_is_no_flow_yet_is_told_by_labels(
    ana: Client, flow: Flow, document: dict[str, Any], sentence: str
) -> None:
    whole = {"name": "greet", "slots": [SLOT], "steps": [SAY], **document}

    findings = given(ana, "POST", flow, "check", {"document": whole})["findings"]

    assert sentence in [finding["sentence"] for finding in findings]
