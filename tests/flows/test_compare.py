from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flows_app.flow_language import FlowDefinition
from flows_app.publishing import Change, Subject, Tag, compare
from tests.support.properties import examples

SAY: dict[str, Any] = {"name": "hello", "type": "say", "message": "Hello!"}
ASK: dict[str, Any] = {"name": "ask", "type": "collect", "slot": "name", "message": "Your name?"}
BYE: dict[str, Any] = {"name": "bye", "type": "say", "message": "Bye!"}


def flow(*steps: dict[str, Any], **rest: Any) -> FlowDefinition:
    return FlowDefinition.model_validate({"name": "greet", "steps": list(steps), **rest})


def changes(old: FlowDefinition, new: FlowDefinition) -> list[tuple[str, str, str, Any, Any]]:
    return [(change.tag, change.name, change.field, change.old, change.new) for change in compare(old, new)]


def test_equal_definitions_have_no_difference() -> None:
    assert compare(flow(SAY, ASK), flow(SAY, ASK)) == ()


def test_steps_added_and_removed() -> None:
    assert changes(flow(SAY, ASK), flow(ASK, BYE)) == [
        ("step_removed", "hello", "", {"type": "say", "name": "hello", "message": "Hello!"}, None),
        ("step_added", "bye", "", None, {"type": "say", "name": "bye", "message": "Bye!"}),
    ]


def test_as_few_steps_as_possible_have_moved() -> None:
    assert changes(flow(SAY, ASK, BYE), flow(BYE, SAY, ASK)) == [
        ("step_moved", "bye", "", "at the top, after “ask”", "at the top, first")
    ]


def test_a_step_is_renamed_only_if_nothing_else_differs() -> None:
    assert changes(flow(SAY, ASK), flow({**SAY, "name": "welcome"}, ASK)) == [
        ("step_renamed", "welcome", "name", "hello", "welcome")
    ]
    tags = [change.tag for change in compare(flow(SAY, ASK), flow({**SAY, "name": "welcome", "message": "Hi!"}, ASK))]
    assert tags == [Tag.STEP_REMOVED, Tag.STEP_ADDED]
    elsewhere = compare(flow(SAY, ASK, BYE), flow(ASK, {**SAY, "name": "welcome"}, BYE))
    assert [change.tag for change in elsewhere] == [Tag.STEP_REMOVED, Tag.STEP_ADDED]


def test_a_renamed_loop_keeps_its_steps() -> None:
    def loop(name: str) -> dict[str, Any]:
        return {"name": name, "type": "while", "condition": "true", "steps": [SAY, ASK]}

    assert changes(flow(loop("again")), flow(loop("round"))) == [("step_renamed", "round", "name", "again", "round")]


def test_texts_differ_by_language() -> None:
    old = flow({**SAY, "message": {"en": "Hello!", "es": "¡Hola!"}})
    new = flow({**SAY, "message": {"en": "Hello!", "es": ["¡Hola!", "¡Buenas!"], "de": "Hallo!"}})

    assert compare(old, new) == (
        Change(Tag.TEXT, Subject.STEP, "hello", "message", "es", "¡Hola!", ["¡Hola!", "¡Buenas!"], "say"),
        Change(Tag.TEXT, Subject.STEP, "hello", "message", "de", None, "Hallo!", "say"),
    )


def test_a_text_that_gets_languages_differs_in_each() -> None:
    assert [(c.language, c.old, c.new) for c in compare(flow(SAY), flow({**SAY, "message": {"en": "Hello!"}}))] == [
        ("", "Hello!", None),
        ("en", None, "Hello!"),
    ]


def test_fields_differ_by_name_and_1_is_not_true() -> None:
    old = flow({**ASK, "metadata": {"icon": 1}})
    new = flow({**ASK, "metadata": {"icon": True}, "always_ask": True})

    assert changes(old, new) == [
        ("step_changed", "ask", "metadata", {"icon": 1}, {"icon": True}),
        ("step_changed", "ask", "always_ask", False, True),
    ]


def test_where_a_step_leads_is_routing() -> None:
    def choice(first: str, other: str | None) -> dict[str, Any]:
        case = {"when": "name == 'Ana'", "next": first}
        return {"name": "which", "type": "branch", "cases": [case], "default": {"next": other} if other else None}

    old = flow({**SAY, "next": "bye"}, ASK, choice("hello", None), BYE)
    new = flow(SAY, ASK, choice("bye", "ask"), BYE)

    assert changes(old, new) == [
        ("routing", "hello", "next", "bye", None),
        ("routing", "which", "cases.1.next", "hello", "bye"),
        ("routing", "which", "default", None, {"next": "ask"}),
    ]


def test_buttons_differ_one_by_one() -> None:
    def asking(label: str, step: str) -> dict[str, Any]:
        jump = {"type": "jump_to", "step": step}
        return {"name": "sure", "type": "confirm", "message": "Sure?", "options": [{"label": label, "command": jump}]}

    assert [
        (tag, field) for tag, _, field, _, _ in changes(flow(asking("Back", "a")), flow(asking("Go back", "b")))
    ] == [
        ("text", "options.1.label"),
        ("routing", "options.1.command"),
    ]


def test_steps_of_a_case_have_not_moved_because_a_case_was_put_above() -> None:
    def branch(*cases: dict[str, Any]) -> dict[str, Any]:
        return {"name": "which", "type": "branch", "cases": list(cases)}

    ana = {"when": "name == 'Ana'", "steps": [SAY]}
    old, new = flow(branch(ana)), flow(branch({"when": "name == 'Bo'", "next": "end"}, ana))

    assert [(change.tag, change.field) for change in compare(old, new)] == [(Tag.ROUTING, "cases")]


def test_a_step_moves_into_a_case() -> None:
    def branch(*steps: dict[str, Any]) -> dict[str, Any]:
        return {"name": "which", "type": "branch", "cases": [{"when": "true", "steps": list(steps)}]}

    assert changes(flow(SAY, branch()), flow(branch(SAY))) == [
        ("step_moved", "hello", "", "at the top, first", "in case 1 of “which”, first")
    ]


def test_slots_and_the_flow_itself() -> None:
    old = flow(SAY, slots=[{"name": "a"}, {"name": "b"}], triggers=["hi"], description="Greets.")
    new = flow(
        SAY,
        slots=[{"name": "b", "type": "integer", "prompt": "How many?"}, {"name": "c"}],
        bot_slots=[{"name": "a"}],
        triggers=["hi", "hello"],
        guard="true",
        inputs=["b"],
        outputs=["c"],
        persist=["c"],
    )

    assert [(c.tag, c.subject, c.name, c.field, c.old, c.new) for c in compare(old, new)] == [
        ("description", "flow", "greet", "description", "Greets.", ""),
        ("guard", "flow", "greet", "guard", None, "true"),
        ("inputs", "flow", "greet", "inputs", [], ["b"]),
        ("outputs", "flow", "greet", "outputs", [], ["c"]),
        ("persist", "flow", "greet", "persist", [], ["c"]),
        ("triggers", "flow", "greet", "triggers", None, "hello"),
        ("slot_removed", "slot", "a", "", {"name": "a"}, None),
        ("slot_changed", "slot", "b", "type", "text", "integer"),
        ("text", "slot", "b", "prompt", None, "How many?"),
        ("slot_added", "slot", "c", "", None, {"name": "c"}),
        ("slot_added", "bot-wide slot", "a", "", None, {"name": "a"}),
    ]


@pytest.mark.parametrize("field", sorted(FlowDefinition.model_fields))
def test_every_field_of_a_flow_is_looked_at(field: str) -> None:
    """Whoever adds a field to the language is told here that comparing does not name it yet."""
    other: dict[str, Any] = {
        "name": "other",
        "language_version": 1,
        "description": "Other.",
        "triggers": ["hello"],
        "guard": "true",
        "slots": [{"name": "a"}],
        "bot_slots": [{"name": "a"}],
        "steps": [BYE],
    }
    value = other.get(field, ["a"])

    assert Tag.OTHER not in {change.tag for change in compare(flow(SAY), flow(**{"steps": [SAY], field: value}))}


# Few names and few texts, so that steps collide, move and repeat.
names = st.sampled_from(["a", "b", "c", "d"])
texts = st.one_of(
    st.sampled_from(["Hi", "Bye"]),
    st.lists(st.sampled_from(["Hi", "Bye"]), min_size=1, max_size=2),
    st.dictionaries(st.sampled_from(["en", "es"]), st.sampled_from(["Hi", "Bye"]), min_size=1),
)
targets = st.one_of(st.none(), names, st.just("end"))
anything = st.sampled_from([0, 1, 1.0, True, False, "1", [1], {"a": 1}])
common = {"name": names, "next": targets, "when": st.sampled_from([None, "a == 1"])}
commands = st.one_of(st.none(), st.just({"type": "affirm"}), st.builds(lambda s: {"type": "jump_to", "step": s}, names))
options = st.lists(st.fixed_dictionaries({"label": texts, "command": commands}), max_size=2)
says = st.fixed_dictionaries({**common, "type": st.just("say"), "message": texts, "options": options})
collects = st.fixed_dictionaries(
    {**common, "type": st.just("collect"), "slot": names, "reask": st.one_of(st.none(), texts)}
)
sets = st.fixed_dictionaries(
    {
        **common,
        "type": st.just("set"),
        "values": st.dictionaries(names, st.sampled_from(["1", "2"]), min_size=1, max_size=2),
        "metadata": st.dictionaries(names, anything, max_size=1),
    }
)


def holding(inside: st.SearchStrategy[dict[str, Any]]) -> st.SearchStrategy[dict[str, Any]]:
    case = st.one_of(
        st.fixed_dictionaries({"when": st.sampled_from(["a", "b"]), "steps": st.lists(inside, max_size=2)}),
        st.fixed_dictionaries({"value": anything, "next": names}),
    )
    branch = st.fixed_dictionaries(
        {
            **common,
            "type": st.just("branch"),
            "slot": st.just("a"),
            "cases": st.lists(case, min_size=1, max_size=2),
            "default": st.one_of(st.none(), st.fixed_dictionaries({"steps": st.lists(inside, max_size=2)})),
        }
    )
    loop = st.fixed_dictionaries(
        {
            **common,
            "type": st.just("while"),
            "condition": st.just("a"),
            "steps": st.lists(inside, min_size=1, max_size=2),
        }
    )
    return st.one_of(branch, loop)


steps = st.recursive(st.one_of(says, collects, sets), holding, max_leaves=5)
slots = st.lists(
    st.fixed_dictionaries({"name": names, "prompt": st.one_of(st.none(), texts), "initial": anything}), max_size=3
)
flows = st.fixed_dictionaries(
    {
        "name": names,
        "triggers": st.lists(st.sampled_from(["hi", "hello"]), max_size=2),
        "guard": st.sampled_from([None, "a"]),
        "inputs": st.lists(names, max_size=2),
        "slots": slots,
        "bot_slots": slots,
        "steps": st.lists(steps, max_size=4),
    }
).map(FlowDefinition.model_validate)


@settings(max_examples=examples(100), deadline=None)
@given(old=flows, new=flows)
def test_no_change_means_equal_and_equal_means_no_change(old: FlowDefinition, new: FlowDefinition) -> None:
    found = compare(old, new)

    assert (found == ()) == (old.checksum() == new.checksum())
    assert compare(old, FlowDefinition.model_validate(old.as_json())) == ()
    if found == ():
        assert old == new


@st.composite
def flow_with_one_edit(draw: st.DrawFn) -> tuple[FlowDefinition, FlowDefinition]:
    """Unrelated flows differ in everything; two that differ in one place find what a comparison overlooks."""
    old = draw(flows)
    field = draw(st.sampled_from(["triggers", "guard", "inputs", "slots", "bot_slots", "steps"]))
    other = draw(flows)
    kept = list(old.as_json()[field] or ()) if field != "guard" else None
    if kept and draw(st.booleans()):
        value: Any = draw(st.permutations(kept))
    else:
        value = other.as_json()[field]
    return old, FlowDefinition.model_validate({**old.as_json(), field: value})


@settings(max_examples=examples(100), deadline=None)
@given(pair=flow_with_one_edit())
def test_one_edit_is_found(pair: tuple[FlowDefinition, FlowDefinition]) -> None:
    old, new = pair

    assert (compare(old, new) == ()) == (old.checksum() == new.checksum())


@settings(max_examples=examples(100), deadline=None)
@given(pair=flow_with_one_edit())
def test_flows_without_repeated_names_need_no_other_tag(pair: tuple[FlowDefinition, FlowDefinition]) -> None:
    for definition in pair:
        for parts in (definition.slots, definition.bot_slots):
            if len({slot.name for slot in parts}) < len(parts):
                return

    assert Tag.OTHER not in {change.tag for change in compare(*pair)}
