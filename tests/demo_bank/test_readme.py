"""README's conversations with the demo bank, typed as they stand and understood offline."""

import re

import pytest

from tests.demo_bank.rehearsing import BankRehearsal, bank_under_test
from tests.support.processes import ROOT

pytestmark = pytest.mark.django_db


def typed_behind(words: str) -> list[str]:
    """The messages of the line on which README says these words."""
    line = next(line for line in (ROOT / "README.md").read_text().splitlines() if words in line)
    return re.findall(r"(?<!\*)\*([^*]+)\*(?!\*)", line.split(words)[1])


@pytest.mark.parametrize("page", ["en", "es"])
@pytest.mark.parametrize(
    ("words", "sent", "told"),
    [
        ("and try:", {"amount": 60.0, "payee": "Ana García", "account": "savings"}, "Done! €60.00 is on its way"),
        ("on the same page:", {"amount": 20.0, "payee": "Luis Romero", "account": "current"}, "¡Hecho! 20,00 €"),
    ],
)
def test_its_conversation_ends_with_money_sent(words: str, page: str, sent: dict[str, object], told: str) -> None:
    with BankRehearsal(bank_under_test(), language=page) as talk:
        turns = [talk.say(message) for message in typed_behind(words)]

    transfers = [dict(call.inputs) for turn in turns for call in turn.calls if call.action == "demo_bank.transfer"]
    assert transfers == [sent]
    assert told in turns[-1].replies[-1].message.text
