"""What is said of a type of step is said beside its model: nothing else knows it by its name."""

import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from django.conf import settings

from flows_app.flow_language import STEP_TYPES
from flows_app.registry import registry
from tests.step_types.bots import rating_bot
from tests.support.talking import Talk

_PRODUCT: Path = settings.BASE_DIR
_EDITOR = _PRODUCT / "flows_app" / "static" / "flows_app" / "editor"
# The types' own modules.
_OWN = ("flows_app/flow_language/steps.py", "flows_app/flow_language/__init__.py", "flows_app/engine/steps/")
# With the reason.
_KNOWN = {("flows_app/validation/options.py", "SayStep"): "its sentence names the tick box of that type"}


def _sources() -> Iterator[tuple[str, str]]:
    for app in ("flows_app", "conversations_app", "soniplatform"):
        for path in (_PRODUCT / app).rglob("*.py"):
            name = path.relative_to(_PRODUCT).as_posix()
            if not name.startswith(_OWN):
                yield name, path.read_text(encoding="utf-8")


def test_no_module_names_the_model_of_a_type() -> None:
    models = {model.__name__ for model in STEP_TYPES.values()}
    named = {(name, word) for name, text in _sources() for word in re.findall(r"\w+", text) if word in models}
    assert named == set(_KNOWN)


def test_no_script_of_the_editor_compares_the_type_of_a_step() -> None:
    compared = [
        f"{path.name}: {line.strip()}"
        for path in _EDITOR.rglob("*.js")
        for line in path.read_text(encoding="utf-8").splitlines()
        if re.search(r"(?<!typeof )\b(step|node|from|to|form|place)\.type\s*[!=]==?\s*[\"'`]", line)
    ]
    assert compared == ['drawing.js: return node.type === "missing" ? `Missing step ${node.title}` : node.title;']


def _example() -> str:
    page = (_PRODUCT / "docs" / "plugins.md").read_text(encoding="utf-8")
    section = page.split("## A step type of your own")[1]
    return section.split("```python\n")[1].split("```")[0]


@pytest.mark.django_db(transaction=True)
def test_the_example_of_the_docs_runs(plugin: ModuleType) -> None:
    STEP_TYPES.pop("rate")
    registry.deciders.pop("rate")
    exec(_example(), {"__name__": "docs_example"})  # noqa: S102  what readers copy
    assert STEP_TYPES["rate"] is not plugin.RateStep
    talk = Talk(rating_bot())
    assert talk.say("rate my stay") == ["How was it, Ana?"]
    assert talk.press(2) == ["We are sorry."]
