"""Bots of the older framework, translated."""

from pathlib import Path
from typing import Any

import pytest

from flows_app.exchange import BotReading, ImportRefused, Source, import_bot, publish_imported, read_bot_from
from flows_app.expressions import compile_expression
from flows_app.flow_language import SlotDefinition
from flows_app.registry import action, registry, validator
from flows_app.soni_framework.conditions import KnownSlot, NoCondition, condition_in_cel, value_in_cel

pytestmark = pytest.mark.django_db

BANK = Path(__file__).with_name("bank.yaml")


def translated(text: str) -> BotReading:
    return read_bot_from([Source("bot.yaml", text.encode())], called="My bank")


def notices(text: str) -> list[str]:
    return [str(notice).removeprefix("bot.yaml:") for notice in translated(text).notices]


def flow_with(*steps: str, slots: str = "") -> str:
    lines = "".join(f"      - {step}\n" for step in steps)
    return f"version: '1.0'\n{slots}flows:\n  main:\n    process:\n{lines}"


def steps_of(
    *steps: str, slots: str = "slots: {amount: {type: float}, vip: {type: bool}, kind: {type: string}}\n"
) -> Any:
    return [step.as_written() for step in translated(flow_with(*steps, slots=slots)).definition.flows[0].steps]


def step_of(step: str) -> Any:
    (only,) = steps_of(step)
    return {key: value for key, value in only.items() if key not in ("name", "type")}


def test_a_whole_bank() -> None:
    reading = read_bot_from([Source("bank.yaml", BANK.read_bytes())], called="bank")

    assert reading.definition.as_written() == {
        "name": "bank",
        "slug": "bank",
        "flows": [
            {
                "name": "transfer_money",
                "language_version": 2,
                "description": "Sends money to somebody",
                "triggers": ["send money", "pay {beneficiary_name}"],
                "slots": [
                    {
                        "name": "beneficiary_name",
                        "validators": [{"name": "person_name"}],
                        "error_message": "That is no name.",
                        "prompt": "To whom?",
                    },
                    {
                        "name": "amount",
                        "type": "number",
                        "validators": [{"name": "positive_amount"}],
                        "error_message": "More than nothing, please.",
                        "prompt": "How much?",
                    },
                    {"name": "attempts", "type": "integer", "initial": 0},
                    {"name": "urgent", "type": "boolean"},
                    {"name": "code_ok", "type": "boolean"},
                    {"name": "agreed", "type": "boolean"},
                    {"name": "transaction_id"},
                ],
                "steps": [
                    {"name": "ask_who", "type": "collect", "slot": "beneficiary_name", "message": "To whom?"},
                    {"name": "ask_amount", "type": "collect", "slot": "amount", "message": "How much?"},
                    {
                        "name": "check_amount",
                        "type": "branch",
                        "cases": [
                            {"when": "amount > 1000", "next": "verify"},
                            {"when": "amount <= 0", "next": "ask_amount"},
                        ],
                        "default": {"next": "review"},
                    },
                    {
                        "name": "verify",
                        "type": "call",
                        "flow": "check_identity",
                        "inputs": {"amount": "amount"},
                        "outputs": {"ok": "code_ok"},
                    },
                    {
                        "name": "retry_loop",
                        "type": "while",
                        "next": "review",
                        "condition": "attempts < 3 && !code_ok",
                        "steps": [
                            {"name": "count", "type": "set", "values": {"attempts": "attempts + 1"}},
                            {"name": "say_wrong", "type": "say", "message": "Attempt {attempts} failed."},
                        ],
                    },
                    {
                        "name": "review",
                        "type": "confirm",
                        "next": "execute",
                        "message": "Send {amount|floatformat:2} to {beneficiary_name}?",
                        "on_deny": "ask_amount",
                        "slot": "agreed",
                    },
                    {
                        "name": "execute",
                        "type": "action",
                        "call": "execute_transfer",
                        "outputs": {"id": "transaction_id"},
                    },
                    {
                        "name": "done",
                        "type": "say",
                        "next": "end",
                        "message": "Sent. Your reference is {transaction_id}.\n",
                    },
                    {"name": "rate_us", "type": "link", "flow": "survey"},
                ],
            },
            {
                "name": "check_identity",
                "language_version": 2,
                "inputs": ["amount"],
                "slots": [{"name": "amount", "type": "number", "prompt": "How much?"}, {"name": "security_code"}],
                "steps": [
                    {"name": "ask_code", "type": "collect", "slot": "security_code", "message": "Your code?"},
                    {
                        "name": "large",
                        "type": "branch",
                        "cases": [{"when": "amount > 5000 || security_code == 'x'", "next": "end"}],
                        "default": {"next": "fine"},
                    },
                    {"name": "fine", "type": "say", "message": "Thank you."},
                ],
            },
            {
                "name": "survey",
                "language_version": 2,
                "steps": [{"name": "thanks", "type": "say", "message": "Thank you!"}],
            },
        ],
    }
    assert [str(notice).removeprefix("bank.yaml:") for notice in reading.notices] == [
        "4: “models” has no counterpart here and is left out.",
        "27: Actions are functions of plugins here (SONI_PLUGINS), not part of a bot: execute_transfer.",
        "34: The flow “transfer-money” is called “transfer_money” now.",
        "54: The call hands over to “check_identity”: amount.",
        "57: The slot “code-ok” is called “code_ok” now.",
        "57: The slot “code-ok” is not declared; it is taken as a slot of type boolean.",
        "66: The slot “agreed” is not declared; it is taken as a slot of type boolean.",
        "74: The slot “transaction_id” is not declared; it is taken as a slot of type text.",
        "84: “attempts + 1” is computed; put it in quotes of its own if it is a text.",
        "93: The flow “Check Identity” is called “check_identity” now.",
        "101: “amount > 5000 OR security_code = x”: “x” names no slot, so it is taken as a text.",
    ]


CONDITIONS = [
    ("amount > 10", "amount > 10"),
    ("amount = 10", "amount == 10"),
    ("amount == 10", "amount == 10"),
    ("amount <> 10", "amount != 10"),
    ("amount > 10 AND amount < 20", "amount > 10 && amount < 20"),
    ("amount > 10 and vip", "amount > 10 && vip"),
    ("amount > 10 OR (vip AND kind = 'a')", "amount > 10 || (vip && kind == 'a')"),
    ("(amount > 10 OR vip) AND NOT kind = 'a'", "(amount > 10 || vip) && !(kind == 'a')"),
    ("NOT vip", "!vip"),
    ("not (vip or amount > 1)", "!(vip || amount > 1)"),
    ("NOT NOT vip", "!!vip"),
    ("amount >= 10 && !vip || kind != 'b'", "amount >= 10 && !vip || kind != 'b'"),
    ('kind == "AND OR NOT ="', 'kind == "AND OR NOT ="'),
    ("kind == approved", "kind == 'approved'"),
    ("kind IN ['a', b]", "kind in ['a', 'b']"),
    ("kind NOT IN ['a']", "!(kind in ['a'])"),
    ("kind IS NOT null", "kind != null"),
    ("kind is None", "kind == null"),
    ("vip = TRUE", "vip == true"),
    ("kind", "kind != null"),
    ("amount", "amount != null && amount != 0"),
    ("NOT amount", "!(amount != null && amount != 0)"),
    ("vip OR amount", "vip || (amount != null && amount != 0)"),
    ("items", "items != null && size(items) > 0"),
    ("amount * 2 - 1 > -5", "amount * 2 - 1 > -5"),
    ("user-age > 18", "user_age > 18"),
    ("amount > user-age + 1", "amount > user_age + 1"),
]
SLOTS = {
    "amount": KnownSlot("amount", "number"),
    "vip": KnownSlot("vip", "boolean"),
    "kind": KnownSlot("kind", "text"),
    "items": KnownSlot("items", "list"),
    "user-age": KnownSlot("user_age", "integer"),
}


@pytest.mark.parametrize(("written", "cel"), CONDITIONS)
def test_conditions_become_cel(written: str, cel: str) -> None:
    result = condition_in_cel(written, SLOTS)

    assert result.text == cel
    compile_expression(
        cel, {slot.name: SlotDefinition(name=slot.name, type=slot.type) for slot in SLOTS.values() if slot.type}
    )


def test_values_become_cel() -> None:
    assert value_in_cel("amount", SLOTS).text == "amount"
    assert value_in_cel("amount * (user-age + 1)", SLOTS).text == "amount * (user_age + 1)"


def test_mixed_and_or_without_parentheses_is_pointed_out() -> None:
    assert condition_in_cel("vip OR amount > 1 AND vip", SLOTS).notices == [
        "AND binds more strongly than OR here; use parentheses where that is not meant"
    ]


@pytest.mark.parametrize("written", ["amount >", "(vip", "vip AND", "amount ? 1", "vip)", "AND", "(" * 200, ""])
def test_what_is_no_condition_is_refused(written: str) -> None:
    with pytest.raises(NoCondition):
        condition_in_cel(written, SLOTS)


def test_branches() -> None:
    cases = "{'>1000': a, '<=10.5': b, '==5': end, '7': c, default: __end_flow__}"
    assert step_of(f"{{step: fork, type: branch, slot: amount, cases: {cases}}}") == {
        "slot": "amount",
        "cases": [
            {"when": "amount > 1000", "next": "a"},
            {"when": "amount <= 10.5", "next": "b"},
            {"when": "amount == 5", "next": "end"},
            {"value": 7, "next": "c"},
        ],
        "default": {"next": "end"},
    }
    assert step_of("{step: fork, type: branch, slot: vip, cases: {true: a, false: b}}") == {
        "slot": "vip",
        "cases": [{"value": True, "next": "a"}, {"value": False, "next": "b"}],
    }
    assert step_of("{step: fork, type: branch, input: kind, cases: {yes: a, 5: b, '!=x': c}}") == {
        "slot": "kind",
        "cases": [{"value": "yes", "next": "a"}, {"value": "5", "next": "b"}, {"when": "kind != 'x'", "next": "c"}],
    }


def test_branches_on_expressions() -> None:
    assert step_of("{step: fork, type: branch, evaluate: 'amount > 5 OR vip', cases: {true: a, false: b}}") == {
        "cases": [{"when": "amount > 5 || vip", "next": "a"}],
        "default": {"next": "b"},
    }
    assert step_of("{step: fork, type: branch, evaluate: amount * 2, cases: {'>10': a, '4': b, default: c}}") == {
        "cases": [{"when": "(amount * 2) > 10", "next": "a"}, {"when": "(amount * 2) == 4", "next": "b"}],
        "default": {"next": "c"},
    }


@pytest.mark.parametrize(
    ("step", "expected"),
    [
        ("{step: s, type: set, slot: amount, value: 5}", {"values": {"amount": "5"}}),
        ("{step: s, type: set, slot: vip, value: true}", {"values": {"vip": "true"}}),
        ("{step: s, type: set, slot: kind, value: gold}", {"values": {"kind": "'gold'"}}),
        ('{step: s, type: set, slot: kind, value: "it\'s"}', {"values": {"kind": "'it\\'s'"}}),
        ("{step: s, type: set, slot: kind, value: null}", {"clear": ["kind"]}),
        ("{step: s, type: set, values: {amount: amount + 1}}", {"values": {"amount": "amount + 1"}}),
        (
            "{step: s, type: set, slots: {kind: 'A {{kind}} of {amount}'}}",
            {"values": {"kind": "'A ' + kind + ' of ' + string(amount)"}},
        ),
        (
            "{step: s, type: set, slots: {amount: '{amount}'}, condition: NOT vip}",
            {"values": {"amount": "amount"}, "when": "!vip"},
        ),
        ("{step: s, type: set, slots: {kind: well-known}}", {"values": {"kind": "'well-known'"}}),
    ],
)
def test_assignments(step: str, expected: Any) -> None:
    assert step_of(step) == expected


def test_steps_named_in_a_loop_move_into_it() -> None:
    steps = steps_of(
        "{step: loop, type: while, condition: amount < 3, exit_to: done,"
        " do: [again, {step: inline, type: say, message: x}]}",
        "{step: other, type: say, message: y}",
        "{step: again, type: say, message: z}",
        "{step: done, type: say, message: '!'}",
    )

    assert [step["name"] for step in steps] == ["loop", "other", "done"]
    assert [step["name"] for step in steps[0]["steps"]] == ["again", "inline"]
    assert steps[0]["next"] == "done"


def test_a_jump_back_to_its_own_loop_is_the_loops_own_doing() -> None:
    (loop,) = steps_of(
        "{step: loop, type: while, condition: amount < 3, do: [again]}",
        "{step: again, type: say, message: z, jump_to: loop}",
    )

    assert loop["steps"] == [{"name": "again", "type": "say", "message": "z"}]


def test_a_jump_back_to_a_branch_stays_one() -> None:
    (fork,) = steps_of(
        "{step: fork, type: branch, slot: vip, cases: {true: [{step: again, type: say, message: x, jump_to: fork}]}}"
    )

    assert fork["cases"][0]["steps"] == [{"name": "again", "type": "say", "next": "fork", "message": "x"}]


def test_slots_of_a_flow_and_of_the_bot() -> None:
    text = """\
version: "1.0"
slots:
  shared: {type: int}
  alone: {type: string}
  unused: {type: date}
  known: {type: string, prompt: Known?, validator: Is Known}
flows:
  one:
    slots:
      - {name: known, description: What is known}
    steps:
      - {step: a, type: collect, slot: shared, message: A?}
      - {step: b, type: collect, slot: alone, message: B?, validator: good, validation_error_message: No.}
      - {step: c, type: collect, slot: known}
  two:
    steps:
      - {step: a, type: say, message: "{shared}"}
"""

    definition = translated(text).definition

    assert [slot.as_written() for slot in definition.slots] == [{"name": "unused", "type": "date"}]
    assert [slot.as_written() for slot in definition.flows[0].slots] == [
        {
            "name": "known",
            "description": "What is known",
            "validators": [{"name": "is_known"}],
            "prompt": "Known?",
        },
        {"name": "shared", "type": "integer"},
        {"name": "alone", "validators": [{"name": "good"}], "error_message": "No."},
    ]
    assert [slot.as_written() for slot in definition.flows[1].slots] == [{"name": "shared", "type": "integer"}]


def test_a_validator_at_a_step_is_that_flows_own() -> None:
    text = """\
version: "1.0"
slots: {amount: {type: float}}
flows:
  one: {steps: [{step: a, type: collect, slot: amount, message: A?, validator: positive}]}
  two: {steps: [{step: a, type: collect, slot: amount, message: A?}]}
"""

    one, two = translated(text).definition.flows

    assert [use.name for use in one.slots[0].validators] == ["positive"]
    assert two.slots[0].validators == ()


CALLS = """\
version: "1.0"
slots: {amount: {type: float}, code: {type: string}, note: {type: string}}
flows:
  pay:
    steps:
      - {step: ask, type: collect, slot: amount, message: How much?}
      - {step: verify, type: call, target: check}
      - {step: done, type: say, message: "Paid {amount} with {code}."}
  check:
    steps:
      - {step: ask_code, type: collect, slot: code, message: "Code for {amount}?"}
      - {step: write, type: collect, slot: note, message: Note?}
"""


def test_a_call_hands_over_what_both_flows_use() -> None:
    pay, check = translated(CALLS).definition.flows

    assert pay.steps[1].as_written() == {
        "name": "verify",
        "type": "call",
        "flow": "check",
        "inputs": {"amount": "amount", "code": "code"},
        "outputs": {"code": "code"},
    }
    assert (check.inputs, check.outputs) == (("amount", "code"), ("code",))
    assert [notice for notice in notices(CALLS) if "call" in notice] == [
        "7: The call hands over to “check”: amount, code.",
        "7: The call takes back from “check”: code.",
    ]


def test_what_an_author_hands_over_stays() -> None:
    written = "{step: verify, type: call, target: check, inputs: {amount: amount * 2}, outputs: {note: code}}"

    pay, check = translated(CALLS.replace("{step: verify, type: call, target: check}", written)).definition.flows

    call = pay.steps[1].as_written()
    assert call["inputs"] == {"amount": "amount * 2", "code": "code"}
    assert call["outputs"] == {"note": "code"}
    assert (check.inputs, check.outputs) == (("amount", "code"), ("note",))


def test_what_a_called_flow_gets_from_another_call_comes_back_too() -> None:
    text = """\
version: "1.0"
slots: {code: {type: string}}
flows:
  top: {steps: [{step: go, type: call, target: middle}, {step: tell, type: say, message: "{code}"}]}
  middle: {steps: [{step: go, type: call, target: bottom}, {step: tell, type: say, message: "{code}"}]}
  bottom: {steps: [{step: ask, type: collect, slot: code, message: Code?}]}
"""

    top, middle, _ = translated(text).definition.flows

    assert top.steps[0].as_written()["outputs"] == middle.steps[0].as_written()["outputs"] == {"code": "code"}


def test_a_call_in_a_loop_does_not_hand_over_what_the_called_flow_asks_for() -> None:
    call = "{step: verify, type: call, target: check}"
    loop = f"{{step: again, type: while, condition: amount < 9, do: [verify]}}\n      - {call}"

    pay, _ = translated(CALLS.replace(call, loop)).definition.flows

    (made,) = pay.steps[1].as_written()["steps"]
    assert (made["inputs"], made["outputs"]) == ({"amount": "amount"}, {"code": "code"})


def test_a_collect_step_in_a_loop_asks_in_each_round() -> None:
    (loop, after) = steps_of(
        "{step: loop, type: while, condition: amount < 3, do: [again, fork]}",
        "{step: again, type: collect, slot: kind, message: Which?}",
        "{step: fork, type: branch, slot: vip, cases: {true: [{step: inner, type: collect, slot: vip, message: V?}]}}",
        "{step: after, type: collect, slot: amount, message: A?}",
    )

    again, fork = loop["steps"]
    assert again["always_ask"] is fork["cases"][0]["steps"][0]["always_ask"] is True
    assert "always_ask" not in after


def test_a_loop_may_be_made_by_a_jump_back() -> None:
    steps = steps_of(
        "{step: ask_kind, type: collect, slot: kind, message: K?}",
        "{step: fetch, type: say, message: A page.}",
        "{step: more, type: collect, slot: vip, message: More?}",
        "{step: fork, type: branch, slot: vip, cases: {true: following, false: end}}",
        "{step: following, type: say, message: Next., jump_to: fetch}",
    )

    assert [step["name"] for step in steps if step.get("always_ask")] == ["more"]


def test_a_way_back_to_a_question_asks_that_question_alone() -> None:
    steps = steps_of(
        "{step: ask_amount, type: collect, slot: amount, message: A?}",
        "{step: ask_kind, type: collect, slot: kind, message: K?}",
        "{step: small, type: branch, slot: amount, cases: {'<=0': ask_amount, default: sure}}",
        "{step: sure, type: confirm, message: Sure?, on_deny: ask_amount}",
    )

    assert not any(step.get("always_ask") for step in steps)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            flow_with("{step: a, type: say, message: x, rephrase: true}"),
            "5: “rephrase” has no counterpart here and is left out.",
        ),
        (
            flow_with("{step: a, type: say, message: '{x:>10}'}"),
            "5: “{x:>10}”: the format “>10” has no counterpart here and is left out.",
        ),
        (
            flow_with("{step: a, type: link, target: main, jump_to: end}"),
            "5: “jump_to” has no counterpart here and is left out.",
        ),
        (
            flow_with("{step: a, type: say, message: '{x.y}'}"),
            "5: “{x.y}” is no placeholder here; it is left as it is.",
        ),
        (flow_with("{step: Say Hi, type: say, message: x}"), "5: The step “Say Hi” is called “say_hi” now."),
        (flow_with("{step: end, type: say, message: x}"), "5: The step “end” is called “end_step” now."),
        (
            flow_with("{step: a, type: action, call: greet, map_outputs: {message: greeting}}"),
            "5: The “message” of an action is said at once here; the slot gets it too.",
        ),
        ("version: '9'\nflows: {}\n", "1: Version 9 of the framework's YAML is not known; it is read as 1.0."),
        ("version: '1.0'\ncolour: red\n", "2: “colour” has no counterpart here and is left out."),
        (
            "version: '1.0'\nslots: {a: {type: rainbow}}\n",
            "2: The type “rainbow” has no counterpart here; it is taken as text.",
        ),
        ("version: '1.0'\nslots: {a: {size: 5}}\n", "2: “size” has no counterpart here and is left out."),
        (
            "actions: {pay: {description: x, inputs: [], outputs: [], cost: 5}}\n",
            "1: “cost” has no counterpart here and is left out.",
        ),
        (
            "flows:\n  a:\n    trigger: {intents: [hi], channel: web}\n    steps: []\n",
            "3: “channel” has no counterpart here and is left out.",
        ),
        (
            "flows:\n  a:\n    intent: hi\n    process: [{step: b, type: say, message: x}]\n",
            "3: “intent” has no counterpart here and is left out.",
        ),
        (flow_with("{step: a, type: confirm, slot: b}"), "5: The confirmation has no message; it asks for “b” now."),
    ],
)
def test_what_has_no_counterpart_is_said(text: str, expected: str) -> None:
    assert expected in notices(text)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (flow_with("{step: a, type: dance}"), "5: “dance” is no type of step that can be translated"),
        (flow_with("{step: a}"), "5: The step has no type."),
        (
            flow_with("{step: a, type: while, condition: 'x >', do: [b]}", "{step: b, type: say, message: x}"),
            "5: “x >” can't be translated: it ends too early.",
        ),
        (flow_with("{step: a, type: while, condition: x, do: [nobody]}"), "5: There is no step “nobody” to put here."),
        (flow_with("{step: a, type: while, condition: x, do: [a]}"), "5: The step “a” can't stand inside itself."),
        (flow_with("{step: a, type: branch, cases: {x: b}}"), "5: A branch looks at a slot or evaluates an expression"),
        (
            flow_with("{step: a, type: confirm, message: x, on_confirm: b, jump_to: c}"),
            "5: The step already goes on to “b”",
        ),
        (
            flow_with("{step: a-b, type: say, message: x}", "{step: a_b, type: say, message: x}"),
            "6: “a-b” and “a_b” would both be called “a_b”",
        ),
        (flow_with("{step: a, type: say, message: x}", "just text"), "6: A step must be a mapping"),
        (flow_with("{step: a, type: say}"), "5: “message” is missing."),
        (
            flow_with("{step: a, type: link, target: b, flow: c}"),
            "5: “target” and “flow” mean the same here; keep one.",
        ),
        (flow_with("{step: a, type: set, slot: b, value: [1]}"), "5: A list or a mapping can't be assigned to a slot."),
    ],
)
def test_what_cannot_be_translated_is_a_problem(text: str, problem: str) -> None:
    with pytest.raises(ImportRefused) as refused:
        translated(text)

    assert any(str(one).removeprefix("bot.yaml:").startswith(problem) for one in refused.value.problems), refused.value


def test_our_own_documents_are_not_taken_for_the_frameworks() -> None:
    with pytest.raises(ImportRefused, match="“version” is no key that is known here"):
        translated("slug: a\nname: A\nversion: '1.0'\n")


def test_the_bank_can_be_published() -> None:
    reading = read_bot_from([Source("bank.yaml", BANK.read_bytes())], called="bank")

    with registry.changed_for_a_while():
        action("execute_transfer", inputs=["amount", "beneficiary_name"], outputs=["id"])(lambda **inputs: {})
        validator("person_name")(lambda value: None)
        validator("positive_amount")(lambda value: None)
        published = publish_imported(import_bot(reading), reading)

    assert sorted(published.versions) == ["check_identity v1", "survey v1"]
    # The framework has no outputs of flows: the author must say what `check_identity` gives back.
    assert list(published.refused) == ["transfer_money"]
    assert "gives no “ok” back" in published.refused["transfer_money"][0]
