"""Whether pretended actions take and give what the bot's steps do: what no step wants, no step would miss."""

from collections.abc import Iterator

from conversations_app.flow_tests.flows import FlowsInMemory
from flows_app.flow_language import ActionStub
from flows_app.flow_language.uses import inputs_of, outputs_of

# Said to the user, whatever a step keeps.
_ALWAYS_TAKEN = {"message"}


def stub_misfits(name: str, stub: ActionStub, flows: FlowsInMemory) -> Iterator[str]:
    calls = flows.calls_of(name)
    if not calls:
        yield f"actions: no flow of the bot calls “{name}”."
        return
    wanted = _ALWAYS_TAKEN.union(*(outputs_of(step) for _, step in calls))
    given = {key for outcome in (stub, *stub.outcomes) for key in outcome.returns}
    for key in sorted(given - wanted):
        yield f"actions: “{name}” returns “{key}”, which no step that calls it keeps."
    known = set[str]().union(*({*flow.slots_by_name, *inputs_of(step)} for flow, step in calls))
    for key in sorted(set(stub.inputs or ()) - known):
        yield f"actions: “{name}” takes “{key}”, which is neither a slot nor an input of a step that calls it."
