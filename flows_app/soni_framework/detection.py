"""Which of the two languages a document is written in."""

from collections.abc import Iterator

from flows_app.yaml_text.nodes import Fields, Items

# Only ours has these; a document with one of them is ours, whatever else is wrong with it.
_OURS = ("slug", "languages", "default_flow", "http_actions")


def is_soni_framework(document: Fields) -> bool:
    if any(key in document.fields for key in _OURS):
        return False
    if any(_looks_like_it(flow) for flow in _flows(document)):
        return True
    return "version" in document.fields or "actions" in document.fields


def _flows(document: Fields) -> Iterator[Fields]:
    flows = document.fields.get("flows")
    if isinstance(flows, Fields):
        yield from (flow for _, flow in flows if isinstance(flow, Fields))


def _looks_like_it(flow: Fields) -> bool:
    if "trigger" in flow.fields or "process" in flow.fields:
        return True
    steps = flow.fields.get("steps")
    return isinstance(steps, Items) and any(isinstance(step, Fields) and "step" in step.fields for step in steps.items)
