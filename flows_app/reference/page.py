"""docs/language.md, written from the models: what is not in them is not in the language."""

import inspect
import re
from collections.abc import Iterable, Iterator
from typing import Any

from flows_app.flow_language import (
    STEP_TYPES,
    ActionStub,
    BotDefinition,
    BotSettings,
    Case,
    Choice,
    Default,
    FlowDefinition,
    HttpActionDefinition,
    Option,
    Script,
    ScriptTurn,
    SlotDefinition,
    Theme,
    UnderstandingSettings,
    ValidatorUse,
)
from flows_app.flow_language.base import LANGUAGE_PATTERN, LanguageModel
from flows_app.flow_language.commands import COMMANDS, OPTION_COMMANDS, CommandModel, type_of
from flows_app.flow_language.flow_tests import StubOutcome
from flows_app.flow_language.steps import StepBase
from flows_app.reference.patterns import patterns_section
from flows_app.reference.slot_types import slot_types_section
from flows_app.reference.values_in_texts import values_in_texts
from flows_app.registry import registry

_NAMED_TYPES = ("name", "target", "expression", "language", "text", "slot type", "step")
_INTRODUCTION = """# The flow language

Written from the models by `manage.py write_reference`; the JSON Schemas are served at `/schemas/flow.json` and
`/schemas/bot.json`. Unknown keys are errors.

- **Text**: a text; or a list of variations, of which one is taken; or a mapping from language to one of these.
  `{slot}` shows a slot's value [as people say it](#values-in-texts); a filter may follow a bar:
  `{check_in|date:"j F"}`. A brace is written twice: `{{`.
  Messages may be Markdown (`**bold**`, lists, `[links](https://shop.example)`); a value never is.
- **Expression**: CEL, the Common Expression Language. Every slot is bound by its name, unfilled ones to `null`; `now`
  and `today` are the turn's time; `error` is what the last failed action left (`error.type`, `error.step`,
  `error.message`). A condition that can't be computed because a slot is unfilled is false.
- **Target**: the name of a step, or `end`.
- Names begin with a small letter and go on with small letters, digits and underscores. A step's name is unique in its
  flow, nested steps included.
- A jump back to a collect step empties its slot, so that it is asked again.
"""


def reference_page() -> str:
    parts = [_INTRODUCTION, *_sections()]
    return "\n".join(parts).rstrip() + "\n"


def _sections() -> Iterator[str]:
    yield _section("Bot", BotDefinition)
    yield _section("Bot settings", BotSettings)
    yield _section("Understanding", UnderstandingSettings)
    yield _section("Theme", Theme)
    yield patterns_section()
    yield _section("Flow", FlowDefinition)
    yield _section("Slot", SlotDefinition)
    yield slot_types_section()
    yield values_in_texts()
    yield _section("Choice", Choice)
    yield _section("Validator", ValidatorUse)
    yield _built_in()
    yield _section("HTTP action", HttpActionDefinition)
    yield "## Steps\n"
    yield _table(StepBase, "Every step has these fields beside its `type`:")
    for name, model in STEP_TYPES.items():
        yield _section(f"`{name}`", model, level=3, leave_out=(*StepBase.model_fields, "type"))
    yield _section("Case", Case, level=3)
    yield _section("Default", Default, level=3)
    yield _section("Option", Option, level=3)
    yield f"Commands: {_names_of(OPTION_COMMANDS)}.\n"
    yield from _of_scripts()


def _of_scripts() -> Iterator[str]:
    yield _section("Script", Script)
    yield _section("Script turn", ScriptTurn, level=3)
    short = "`affirm`, `start_flow: transfer`, `set_slot: {amount: 50, to: Ana}`, `deny: amount`"
    full = "`{type: deny, slot: amount}`"
    yield f"Commands are written short: {short}; or in full: {full}. There are {_names_of(COMMANDS)}.\n"
    yield _section("Action stub", ActionStub, level=3)
    yield _section("Stub outcome", StubOutcome, level=3)


def _names_of(commands: Iterable[type[CommandModel]]) -> str:
    return ", ".join(f"`{type_of(model)}`" for model in commands)


def _section(title: str, model: type[LanguageModel], *, level: int = 2, leave_out: tuple[str, ...] = ()) -> str:
    return f"{'#' * level} {title}\n\n{_table(model, inspect.getdoc(model) or '', leave_out)}"


def _table(model: type[LanguageModel], sentence: str, leave_out: tuple[str, ...] = ()) -> str:
    rows = [row for name, row in _rows(model) if name not in leave_out]
    if not rows:
        return f"{sentence}\n"
    return "\n".join([sentence, "", "| field | type | default | |", "| --- | --- | --- | --- |", *rows]) + "\n"


def _rows(model: type[LanguageModel]) -> Iterator[tuple[str, str]]:
    schema = model.model_json_schema()
    # A model that can hold itself is given as a reference into its own definitions.
    own = schema["$defs"][schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema
    properties = own["properties"]
    for name, field in model.model_fields.items():
        default = "required" if field.is_required() else _shown(field.get_default(call_default_factory=True))
        yield name, f"| `{name}` | {type_name(properties[name])} | {default} | {field.description or ''} |"


def type_name(schema: Any) -> str:
    """A JSON Schema in a few words."""
    if not isinstance(schema, dict):
        return "any value"
    if schema.get("title") in _NAMED_TYPES:
        return str(schema["title"])
    if "$ref" in schema:
        return _words(schema["$ref"].rpartition("/")[2])
    if alternatives := schema.get("anyOf") or schema.get("oneOf"):
        if "discriminator" in schema:
            return "command"
        names = [type_name(one) for one in alternatives if one != {"type": "null"}]
        return " or ".join(dict.fromkeys(names))
    if "const" in schema or "enum" in schema:
        return ", ".join(f"`{value}`" for value in schema.get("enum", [schema.get("const")]))
    if schema.get("type") == "array":
        return f"list of {type_name(schema.get('items'))}"
    if patterns := schema.get("patternProperties"):
        pattern, values = next(iter(patterns.items()))
        return f"map of {'language' if pattern == LANGUAGE_PATTERN else 'name'} to {type_name(values)}"
    if schema.get("type") == "object":
        return f"map of {type_name(schema.get('propertyNames', {'type': 'string'}))} to {_values(schema)}"
    return str(schema.get("type", "any value"))


def _values(schema: dict[str, Any]) -> str:
    values = schema.get("additionalProperties")
    return type_name(values) if isinstance(values, dict) else "any value"


def _words(model_name: str) -> str:
    """`SlotDefinition` as `slot`, `ValidatorUse` as `validator`."""
    bare = re.sub(r"(Definition|Use)$", "", model_name)
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", bare).lower()


def _shown(value: Any) -> str:
    if value in (None, "", (), {}) or isinstance(value, LanguageModel):
        return ""
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    return f"`{', '.join(map(str, value)) if isinstance(value, tuple) else value}`"


def _built_in() -> str:
    """Lists the validators and normalisers of the platform; plugins add theirs."""
    own = "flows_app.values."
    validators = [one for one in registry.validators.values() if one.function.__module__.startswith(own)]
    normalisers = [one for one in registry.normalisers.values() if one.function.__module__.startswith(own)]
    written = [
        f"`{one.name}`" + (f" ({', '.join(sorted(one.arguments))})" if one.arguments else "") for one in validators
    ]
    names = ", ".join(f"`{one.name}`" for one in normalisers)
    return f"Built in, with their arguments: {', '.join(written)}.\n\nNormalisers: {names}.\n"
