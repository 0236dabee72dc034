"""A plugin adds the slot type `iban` with one class. It is authored, checked, published, asked for, found in a
sentence, refused in words and shown; none of the platform's own files knows of it."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client

from conversations_app.delivery import public_message
from conversations_app.simulator.placeholders import placeholder_for
from conversations_app.understanding.choosing import example_texts
from conversations_app.understanding.language_model.inputs import extraction_inputs
from flows_app.drafts import document_of
from flows_app.engine.understanding import FlowOnOffer
from flows_app.exchange import export_bot
from flows_app.expressions import compile_expression, type_problem
from flows_app.flow_language import FlowDefinition, SlotDefinition
from flows_app.models import Bot, Flow, Slot
from flows_app.reference.page import reference_page
from flows_app.reference.schema import flow_schema
from flows_app.validation import validate
from flows_app.validation.context import registered_only
from flows_app.values import ValueRefused, accept, accept_from_machine
from tests.support.talking import Talk
from tests.understanding.dialogues import NOW, dialogue

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("iban_plugin")]

STORED = "ES9121000418450200051332"
SHOWN = "ES91 2100 0418 4502 0005 1332"
WRONG = "ES91 2100 0418 4502 0005 1333"
ENGLISH = "That IBAN has a wrong digit: please check it."
SPANISH = "Ese IBAN tiene un dígito equivocado: compruébalo, por favor."
BANK = """\
name: Bank
slug: bank
languages: [en, es]
settings: {public: true, understanding: {provider: embedded}}
flows:
  pay:
    description: Pays a bill
    triggers: [pay a bill, "pay {amount} to {account}", pagar una factura, "pagar {amount} a {account}"]
    slots:
      account: {type: iban}
      amount: {type: money, currency: EUR}
      abroad: {type: boolean}
    steps:
      - {name: ask_account, type: collect, slot: account, message: {en: To which account?, es: ¿A qué cuenta?}}
      - {name: ask_amount, type: collect, slot: amount, message: {en: How much?, es: ¿Cuánto?}}
      - {name: look, type: set, values: {abroad: "!account.startsWith('ES')"}}
      - name: tell
        type: say
        message: "{account}, {account|value}, {account|slice:':4'}, {amount}, {abroad}"
"""


@pytest.fixture
def bank(tmp_path: Path) -> Bot:
    """Imported from YAML, without findings, and published."""
    (tmp_path / "bank.yaml").write_text(BANK)
    printed = StringIO()
    call_command("import_bot", str(tmp_path), publish=True, stdout=printed)
    assert Flow.objects.get(name="pay").current_version, printed.getvalue()
    return Bot.objects.get(slug="bank")


def slot(**more: Any) -> SlotDefinition:
    return SlotDefinition.model_validate({"name": "account", "type": "iban", **more})


def flow_with(account: dict[str, Any], *steps: dict[str, Any]) -> FlowDefinition:
    ask = {"name": "ask", "type": "collect", "slot": "account", "message": "Which?"}
    written = {"name": "pay", "triggers": ["pay"], "slots": [{"name": "account", **account}], "steps": [ask, *steps]}
    return FlowDefinition.model_validate(written)


def findings_of(definition: FlowDefinition) -> list[tuple[str, str]]:
    return [(finding.code, finding.sentence) for finding in validate(definition, registered_only())]


def test_authored_in_yaml_it_comes_back_from_the_draft_and_the_export(bank: Bot) -> None:
    flow = Flow.objects.get(bot=bank)

    assert Slot.objects.get(flow=flow, name="account").type == "iban"
    assert document_of(flow)["slots"][0] == {"name": "account", "type": "iban"}
    assert "type: iban" in export_bot(bank)


@pytest.mark.parametrize(
    ("language", "begin", "asked", "answer", "amount", "told"),
    [
        ("en", "pay a bill", "To which account?", f"my account is {SHOWN}, thanks", "50 euros", "€50.00, no"),
        ("en", "pay a bill", "To which account?", STORED.lower(), "50", "€50.00, no"),
        ("es", "pagar una factura", "¿A qué cuenta?", f"pues mi cuenta es la {SHOWN}", "50 euros", "50,00 €, no"),
    ],
)
def test_asked_for_it_is_found_inside_a_sentence_and_shown_in_fours(
    bank: Bot, language: str, begin: str, asked: str, answer: str, amount: str, told: str
) -> None:
    talk = Talk(bank, language=language)

    assert talk.say(begin)[-1] == asked
    talk.say(answer)
    assert talk.say(amount) == [f"{SHOWN}, {STORED}, ES91, {told}"]


def test_it_is_found_before_anybody_asks(bank: Bot) -> None:
    talk = Talk(bank)

    assert talk.say(f"pay 50 euros to {SHOWN}")[-1] == f"{SHOWN}, {STORED}, ES91, €50.00, no"


def test_it_is_corrected_while_something_else_is_asked(bank: Bot) -> None:
    talk = Talk(bank)
    talk.say("pay a bill")
    talk.say(SHOWN)

    talk.say("no wait, the account is DE89 3704 0044 0532 0130 00")

    assert talk.say("7") == ["DE89 3704 0044 0532 0130 00, DE89370400440532013000, DE89, €7.00, yes"]


@pytest.mark.parametrize(
    ("language", "begin", "said", "told"),
    [
        ("en", "pay a bill", WRONG, [ENGLISH, "To which account?"]),
        ("en", "pay a bill", f"my account is {WRONG} if I remember it well", [ENGLISH, "To which account?"]),
        ("es", "pagar una factura", WRONG, [SPANISH, "¿A qué cuenta?"]),
        ("es", "pagar una factura", f"mi cuenta es {WRONG} si no recuerdo mal", [SPANISH, "¿A qué cuenta?"]),
    ],
)
def test_a_wrong_digit_is_refused_in_words(bank: Bot, language: str, begin: str, said: str, told: list[str]) -> None:
    talk = Talk(bank, language=language)
    talk.say(begin)

    assert talk.say(said) == told


def test_what_is_no_such_number_is_told_what_is_wanted(bank: Bot) -> None:
    talk = Talk(bank)
    talk.say("pay a bill")

    assert talk.say("the blue one") == [
        "Please give an IBAN, such as ES91 2100 0418 4502 0005 1332.",
        "To which account?",
    ]


@pytest.mark.parametrize(
    ("language", "begin", "label"),
    [("en", "pay a bill", "Account number (IBAN)"), ("es", "pagar una factura", "Número de cuenta (IBAN)")],
)
def test_clients_are_told_how_it_is_entered(bank: Bot, language: str, begin: str, label: str) -> None:
    talk = Talk(bank, language=language)
    talk.say(begin)

    hints = {
        "type": "iban",
        "field": {"type": "text", "autocapitalize": "characters", "spellcheck": "false"},
        "label": label,
    }
    assert talk.conversation.pending is not None
    assert talk.conversation.pending["input"] == hints
    assert public_message(talk.conversation.messages.latest("seq"))["input"] == hints


def test_values_of_machines() -> None:
    assert accept(slot(), SHOWN) == accept_from_machine(slot(), SHOWN, "The action") == STORED
    assert accept_from_machine(slot(), " ", "The action") is None
    with pytest.raises(ValueRefused) as refused:
        accept_from_machine(slot(), 91, "The action")
    assert str(refused.value) == "The action gave a whole number, which does not fit the slot “account” (iban)."


def test_findings_of_what_an_author_writes_for_it() -> None:
    text = {"name": "tell", "type": "say", "message": "{account|date:'Y'}"}
    number = {"name": "compute", "type": "set", "values": {"account": "1 + 1"}}
    choice = {"name": "way", "type": "branch", "slot": "account", "cases": [{"value": WRONG, "next": "end"}]}
    checked = {"type": "iban", "validators": [{"name": "min", "arguments": {"limit": 3}}]}

    assert (
        findings_of(flow_with({"type": "iban", "validators": [{"name": "min_length", "arguments": {"limit": 20}}]}))
        == []
    )
    assert ("bad_argument", "“min” can't check a value of type iban.") in findings_of(flow_with(checked))
    assert ("bad_value", f"The slot “account” refuses “{WRONG}”: {ENGLISH}") in findings_of(
        flow_with({"type": "iban"}, choice)
    )
    assert any(
        code == "misplaced_filter" and "which is of type iban" in sentence
        for code, sentence in findings_of(flow_with({"type": "iban"}, text))
    )
    assert ("misfit", "“1 + 1” is a whole number, which does not fit the slot “account” (iban).") in findings_of(
        flow_with({"type": "iban"}, number)
    )


def test_expressions_see_a_text() -> None:
    slots = {"account": slot()}

    assert compile_expression("account.startsWith('ES')", slots).value({"account": STORED}, NOW) is True
    assert type_problem(compile_expression("account.startsWith('ES')", slots), "condition") is None
    assert type_problem(compile_expression("account > 3", slots), "condition") == (
        "“account > 3” mixes types that don't go together (account is iban)."
    )


def test_the_schema_the_reference_and_the_api_list_it(client: Client) -> None:
    served = client.get("/schemas/flow.json").json()
    draft = {"name": "pay", "slots": [{"name": "account", "type": "iban"}], "steps": []}

    assert served == json.loads(json.dumps(flow_schema()))
    jsonschema.validate(draft, served)
    with pytest.raises(jsonschema.ValidationError, match="'ibann' is not one of"):
        jsonschema.validate({**draft, "slots": [{"name": "account", "type": "ibann"}]}, served)
    assert "| `iban` | The number of a bank account, as ISO 13616 has it. |" in reference_page()
    assert f"| `iban` | `{STORED}` | {SHOWN} | {SHOWN} |" in reference_page()


def test_the_editor_knows_it_and_the_admin_offers_it(client: Client, bank: Bot) -> None:
    client.force_login(User.objects.create_superuser("root"))
    flow = Flow.objects.get(bot=bank)

    page = client.get(f"/admin/flows_app/flow/{flow.pk}/change/").text
    boot = json.loads(page.partition('<script id="editor-boot" type="application/json">')[2].partition("</script>")[0])
    form = client.get(f"/admin/flows_app/bot/{bank.pk}/change/").text

    assert boot["names"]["slot_types"]["iban"] == {
        "description": "The number of a bank account, as ISO 13616 has it.",
        "form": "text",
        "fields": [],
    }
    assert "iban" in boot["schema"]["$defs"]["SlotDefinition"]["properties"]["type"]["enum"]
    assert "iban" in next(one["types"] for one in boot["names"]["filters"] if one["name"] == "upper")
    assert '<option value="iban">iban</option>' in form


def test_the_simulator_examples_and_language_models_know_what_it_is() -> None:
    offer = FlowOnOffer("pay", triggers=("pay {account}",), slots=(slot(),))

    assert placeholder_for(slot()) == STORED
    assert example_texts(offer) == ["pay account", f"pay {SHOWN}"]
    assert extraction_inputs("hi", dialogue(), offer)["slots"] == [
        {
            "name": "account",
            "type": "iban",
            "form": "an international bank account number, such as ES9121000418450200051332",
        }
    ]
