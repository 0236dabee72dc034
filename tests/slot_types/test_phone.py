from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

from flows_app.flow_language import SlotDefinition
from flows_app.models import Bot
from flows_app.slot_types.refusals import Refusal
from flows_app.values import ValueRefused, accept
from tests.support.talking import Talk

PHONE = SlotDefinition(name="phone", type="phone")


@pytest.mark.parametrize(
    ("given", "stored"),
    [
        ("+34 600-00 00 00", "+34600000000"),
        ("+44 (20) 7946.0958", "+442079460958"),
        ("+1 212 555 0123", "+12125550123"),
        ("+800 1234 5678", "+80012345678"),
        # Without the code of a country nobody knows how long it is.
        ("600 123 456", "600123456"),
        ("0034 600 123 456", "0034600123456"),
        ("12 34 56", "123456"),
    ],
)
def test_what_is_stored(given: str, stored: str) -> None:
    assert accept(PHONE, given) == stored


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ("12", Refusal.PHONE.texts),
        ("call me", Refusal.PHONE.texts),
        ("+34 600 12", Refusal.PHONE_TOO_SHORT.texts),
        ("+34 600 000 000 000", Refusal.PHONE_TOO_LONG.texts),
        ("+999 600 000 000", Refusal.PHONE_OF_NO_COUNTRY.texts),
    ],
)
def test_what_is_refused_and_why(given: str, why: dict[str, str]) -> None:
    with pytest.raises(ValueRefused) as refused:
        accept(PHONE, given)

    assert str(refused.value) == why["en"]
    assert refused.value.in_language("es-MX") == why["es"]


TABLE = """\
name: Table
slug: table
languages: [en]
settings: {public: true, understanding: {provider: embedded}}
default_flow: book
flows:
  book:
    description: Books a table
    triggers: [book a table]
    slots:
      phone: {type: phone}
      deposit: {type: money, currency: EUR}
    steps:
      - {name: ask_phone, type: collect, slot: phone, message: Your phone number?}
      - {name: ask_deposit, type: collect, slot: deposit, message: Which deposit?}
      - {name: done, type: say, message: "{phone}, {deposit}"}
"""


@pytest.mark.django_db
def test_a_wrong_number_is_refused_as_the_answer_and_is_no_amount(tmp_path: Path) -> None:
    (tmp_path / "table.yaml").write_text(TABLE, encoding="utf-8")
    call_command("import_bot", str(tmp_path), publish=True, stdout=StringIO())
    talk = Talk(Bot.objects.get(slug="table"))
    talk.say("hi")

    refused = talk.say("+34 600 12")

    assert refused[0] == Refusal.PHONE_TOO_SHORT.texts["en"]
    assert refused[-1].endswith("Your phone number?")
    assert talk.say("+34 600 000 000")[-1] == "Which deposit?"
