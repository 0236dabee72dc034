"""The bots and conversations in the files here."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from conversations_app.flow_tests import BotUnderTest, FlowsInMemory
from flows_app.drafts.reading import read_written
from flows_app.exchange import ImportRefused, Source, read_bot_from
from flows_app.exchange.flow_tests import script_in
from flows_app.flow_language import BotDefinition, FlowDefinition, Script
from flows_app.validation.context import ActionSignature
from flows_app.yaml_text.nodes import Fields, Items, Node, Scalar
from flows_app.yaml_text.parsing import parse
from flows_app.yaml_text.places import Remarks

HERE = Path(__file__).parent
BOTS = sorted((HERE / "bots").glob("*.yaml"))


@dataclass(frozen=True)
class StoredConversation:
    """One of those in a file, read when its test runs: a mistake in it is that test's."""

    name: str
    bot: str
    node: Node

    def script(self) -> Script:
        return script_in(self.node)


@dataclass(frozen=True)
class UnreadableFile:
    """In place of its conversations: it fails, and the other files are run."""

    name: str
    reason: Exception
    bot: str = ""

    def script(self) -> Script:
        raise self.reason


def conversations() -> Iterator[StoredConversation | UnreadableFile]:
    for path in sorted(HERE.glob("*.yaml")):
        try:
            yield from list(_in_file(path))
        except (ImportRefused, AssertionError) as reason:
            yield UnreadableFile(path.stem, reason)


def _in_file(path: Path) -> Iterator[StoredConversation]:
    remarks = Remarks()
    documents = parse(path.name, path.read_bytes(), remarks)
    remarks.stop_at_problems()
    assert len(documents) == 1, f"{path.name} holds more than one document"
    (document,) = documents
    assert isinstance(document, Fields), f"{path.name} begins with bot and conversations"
    unknown = set(document.fields) - {"bot", "actions", "conversations"}
    assert not unknown, f"{path.name} has keys that are not known: {unknown}"
    bot, listed = document.fields.get("bot"), document.fields.get("conversations")
    assert isinstance(bot, Scalar), f"{path.name} does not say which bot it talks to"
    assert isinstance(listed, Items), f"{path.name} has no list of conversations"
    for node in listed.items:
        yield StoredConversation(f"{path.stem}: {_name(node)}", str(bot.value), _with_actions_of_file(node, document))


def _name(node: Node) -> str:
    called = node.fields.get("name") if isinstance(node, Fields) else None
    return str(called.value) if isinstance(called, Scalar) else str(node.place)


def _with_actions_of_file(node: Node, document: Fields) -> Node:
    """What a conversation says of an action counts in place of what its file says."""
    shared = document.fields.get("actions")
    if not isinstance(node, Fields) or not isinstance(shared, Fields):
        return node
    own = node.fields.get("actions", Fields(node.place))
    assert isinstance(own, Fields), f"{node.place_of('actions')}: actions are a mapping of names to what they do"
    whole = Fields(node.place, dict(node.fields), dict(node.key_places))
    both = Fields(own.place, shared.fields | own.fields, shared.key_places | own.key_places)
    whole.put("actions", both, node.place_of("actions"))
    return whole


@cache
def bot_under_test(name: str) -> BotUnderTest:
    path = HERE / "bots" / f"{name}.yaml"
    definition = read_bot_from([Source(path.name, path.read_bytes())]).definition
    return BotUnderTest(
        FlowsInMemory(_with_bot_slots(flow, definition) for flow in definition.flows),
        settings=definition.settings,
        default_flow=definition.default_flow,
        languages=definition.languages,
        actions={
            action.name: ActionSignature(frozenset(action.inputs), frozenset(action.outputs), action.idempotent)
            for action in definition.http_actions
        },
    )


def _with_bot_slots(flow: FlowDefinition, bot: BotDefinition) -> FlowDefinition:
    written: dict[str, Any] = {**flow.as_json(), "bot_slots": [slot.model_dump(mode="json") for slot in bot.slots]}
    whole = read_written(written).definition
    assert whole is not None
    return whole
