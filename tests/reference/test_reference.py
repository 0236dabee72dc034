import pytest
from django.conf import settings
from django.test import Client
from jsonschema import Draft202012Validator

from flows_app.drawing import mermaid
from flows_app.flow_language import STEP_TYPES, FlowDefinition
from flows_app.reference import bot_schema, flow_schema, reference_page

FLOW = {
    "name": "pay",
    "slots": [{"name": "amount", "type": "number"}],
    "steps": [
        {"type": "collect", "name": "ask", "slot": "amount", "message": 'How "much"?'},
        {
            "type": "branch",
            "name": "big",
            "cases": [{"when": "amount > 10", "steps": [{"type": "say", "name": "wow", "message": "Wow."}]}],
            "default": {"next": "end"},
        },
        {"type": "confirm", "name": "sure", "message": "Sure?", "on_deny": "ask"},
    ],
}


def test_the_page_is_up_to_date() -> None:
    written = (settings.BASE_DIR / "docs" / "language.md").read_text(encoding="utf-8")

    assert written == reference_page(), "Run: manage.py write_reference"


def test_the_page_names_every_step_and_field() -> None:
    page = reference_page()

    for name, model in STEP_TYPES.items():
        assert f"### `{name}`" in page
        for field in model.model_fields:
            assert f"| `{field}` |" in page or field == "type"


def test_the_schemas_are_valid_and_served(client: Client) -> None:
    for name, schema in (("flow", flow_schema()), ("bot", bot_schema())):
        Draft202012Validator.check_schema(schema)
        assert client.get(f"/schemas/{name}.json").json() == schema
    assert client.get("/schemas/other.json").status_code == 404


@pytest.mark.parametrize(
    ("broken", "fine"), [({}, True), ({"colour": "red"}, False), ({"steps": [{"type": "fly"}]}, False)]
)
def test_the_schema_accepts_what_the_language_accepts(broken: dict[str, object], fine: bool) -> None:
    assert Draft202012Validator(flow_schema()).is_valid({**FLOW, **broken}) is fine


def test_a_flow_is_drawn_from_its_definition() -> None:
    drawn = mermaid(FlowDefinition.model_validate(FLOW))

    assert drawn == (
        "flowchart TD\n"
        "    start((start))\n"
        "    finish((end))\n"
        '    s_ask[/"ask: How #quot;much#quot;?"/]\n'
        '    s_big{"big"}\n'
        '    s_wow["wow: Wow."]\n'
        '    s_sure{{"sure: Sure?"}}\n'
        "    start --> s_ask\n"
        "    s_ask --> s_big\n"
        '    s_big -->|"amount #gt; 10"| s_wow\n'
        '    s_big -->|"default"| finish\n'
        "    s_wow --> s_sure\n"
        "    s_sure --> finish\n"
        '    s_sure -->|"on_deny"| s_ask\n'
    )
