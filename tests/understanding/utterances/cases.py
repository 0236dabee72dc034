"""The cases in the files here."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from flows_app.engine import DialogueContext
from flows_app.flow_language.command_words import full_form, one_by_one
from flows_app.yaml_text.nodes import plain
from flows_app.yaml_text.parsing import parse
from flows_app.yaml_text.places import Remarks
from tests.understanding.utterances.bots import Bot, bot_named
from tests.understanding.utterances.contexts import Scene, context_of

HERE = Path(__file__).parent
FLOORS = HERE / "floors.yaml"
_KEYS_OF_FILE = {"bot", "language", "now", "cases"}
_KEYS_OF_CASE = {"said", "asked", "flow", "given", "prompt", "below", "offers", "commands", "also"}

Commands = list[dict[str, Any]]


@dataclass(frozen=True)
class Case:
    """Something said in a context, and what it means."""

    category: str
    said: str
    language: str
    bot: Bot
    scene: Scene
    context: DialogueContext
    # Any of these is right; the first is the one that comes to mind.
    meanings: tuple[Commands, ...]


def cases() -> list[Case]:
    files = sorted(path for path in HERE.glob("*.yaml") if path != FLOORS)
    return [case for path in files for case in _in_file(path)]


def read(path: Path) -> Any:
    """By our own reader: `yes`, `no` and `on` are texts, and so is a date."""
    remarks = Remarks()
    documents = parse(path.name, path.read_bytes(), remarks)
    remarks.stop_at_problems()
    assert len(documents) == 1, f"{path.name} holds one document"
    return plain(documents[0])


def _in_file(path: Path) -> Iterator[Case]:
    written = read(path)
    assert set(written) == _KEYS_OF_FILE, f"{path.name} has the keys {', '.join(sorted(_KEYS_OF_FILE))}"
    bot, now = bot_named(written["bot"]), datetime.fromisoformat(written["now"])
    for category, listed in written["cases"].items():
        for one in listed:
            yield _case(one, category, bot, written["language"], now)


def _case(written: Mapping[str, Any], category: str, bot: Bot, language: str, now: datetime) -> Case:
    said = written["said"]
    assert not (unknown := set(written) - _KEYS_OF_CASE), f"“{said}” has keys that are not known: {unknown}"
    assert isinstance(said, str), f"Quote what is said: {said}"
    scene = _scene(written)
    meanings = (written["commands"], *written.get("also", ()))
    context = context_of(scene, bot, language, now)
    return Case(category, said, language, bot, scene, context, tuple(_commands(one) for one in meanings))


def _scene(written: Mapping[str, Any]) -> Scene:
    """`asked: transfer.amount` says which flow it is; `asked: confirm` and nothing leave it to `flow`."""
    asked = written.get("asked", "")
    flow, _, slot = asked.partition(".")
    return Scene(
        flow=flow if slot else written.get("flow", ""),
        slot=slot,
        confirms=asked == "confirm",
        given=written.get("given", {}),
        below=written.get("below", {}),
        prompt=written.get("prompt"),
        offers={label: full_form(command) for label, command in written.get("offers", {}).items()},
    )


def _commands(written: list[Any]) -> Commands:
    return [full_form(command) for several in written for command in one_by_one(several)]
