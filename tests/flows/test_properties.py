"""Properties that hold for every definition."""

from typing import Any

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from flows_app.drafts.reading import read_written
from flows_app.engine import compile_flow
from flows_app.flow_language import FlowDefinition
from flows_app.flow_language.routing import places, ways_from
from flows_app.validation import blocking, validate
from tests.support.definitions import flow_definitions, known_action
from tests.support.properties import examples

CALM = settings(
    deadline=None, max_examples=examples(60), suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)


@CALM
@given(flow_definitions())
def test_what_the_validator_passes_compiles(definition: FlowDefinition) -> None:
    _assume_sound(definition)

    compiled = compile_flow(definition)

    assert set(compiled.chunks) == {step.name for step in definition.all_steps()}


@CALM
@given(flow_definitions())
def test_every_way_of_a_definition_without_findings_leads_to_a_step(definition: FlowDefinition) -> None:
    _assume_sound(definition)
    known = places(definition)

    for place in known.values():
        assert all(target is None or target in known for _, target in ways_from(place))


def _assume_sound(definition: FlowDefinition) -> None:
    """Hypothesis fails the test if too few pass: it can't become empty unnoticed."""
    with known_action():
        assume(not blocking(validate(definition)))


@st.composite
def broken(draw: st.DrawFn) -> dict[str, Any]:
    """A definition in which one thing has been spoiled."""
    written = draw(flow_definitions()).as_json()
    steps = written["steps"]
    step = draw(st.sampled_from(steps))
    spoil = draw(
        st.sampled_from(
            [
                lambda: step.update(next="nowhere_at_all"),
                lambda: step.update(when="((("),
                lambda: step.update(when="no_such_slot > 1"),
                lambda: step.update(colour="red"),
                lambda: step.update(type="dance"),
                lambda: step.update(name="Not A Name"),
                lambda: step.update(metadata=5),
                lambda: steps.append({"type": "say", "name": step["name"], "message": "Twice."}),
                lambda: steps.append({"type": "collect", "name": "zz_ask", "slot": "no_such_slot", "message": "?"}),
                lambda: steps.append({"type": "say", "name": "zz_say", "message": "{no_such_slot}"}),
                lambda: steps.append({"type": "action", "name": "zz_act", "call": "no_such_action"}),
            ]
        )
    )
    spoil()
    return written


@CALM
@given(broken())
def test_what_is_refused_names_a_step_and_a_field(written: dict[str, Any]) -> None:
    reading = read_written(written)
    with known_action():
        findings = blocking(validate(reading.definition)) if reading.definition else reading.findings

    assert findings
    assert all((finding.step or finding.slot) and finding.field and finding.sentence for finding in findings)
