"""Bots of the older framework, imported, published and talked to."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from flows_app.exchange import Source, import_bot, publish_imported, read_bot_from
from flows_app.models import Bot
from flows_app.registry import action, registry
from tests.support.talking import Talk

pytestmark = pytest.mark.django_db

SAVINGS_BANK = Path(__file__).with_name("savings_bank.yaml")
DONE = "Done."


def start(flow: str) -> dict[str, Any]:
    return {"type": "start_flow", "flow": flow}


def fill(**values: Any) -> list[dict[str, Any]]:
    return [{"type": "set_slot", "slot": slot, "value": value} for slot, value in values.items()]


@pytest.fixture
def bank() -> Iterator[Bot]:
    """Its actions give what such actions give: numbers, booleans, and empty texts, for slots that nobody declared."""
    with registry.changed_for_a_while():
        action("get_balance", inputs=["account"], outputs=["balance", "frozen", "number"], idempotent=True)(
            lambda account: {"balance": 1200.0, "frozen": False, "number": 4711}
        )
        action("check_limit", inputs=["amount"], outputs=["needs_code", "hint"], idempotent=True)(_check_limit)
        action("transfer", inputs=["account", "payee", "amount"], outputs=["id", "fee"])(
            lambda account, payee, amount: {"id": 99, "fee": 3.5}
        )
        action("first_page", outputs=["page"], idempotent=True)(lambda: {"page": 1})
        action("fetch", inputs=["account", "page"], outputs=["lines", "has_more"], idempotent=True)(
            lambda account, page: {"lines": f"{account} {page}", "has_more": "yes" if int(page) < 3 else "no"}
        )
        action("turn_page", inputs=["page"], outputs=["page"], idempotent=True)(lambda page: {"page": int(page) + 1})
        action("add_share", inputs=["share", "given", "people"], outputs=["given", "people"], idempotent=True)(
            lambda share, given, people: {"given": given + share, "people": people + 1}
        )
        reading = read_bot_from([Source("savings_bank.yaml", SAVINGS_BANK.read_bytes())], called="bank")
        imported = import_bot(reading)
        assert publish_imported(imported, reading).refused == {}
        yield imported.bot


def _check_limit(amount: float) -> dict[str, Any]:
    return {"needs_code": "yes", "hint": "A lot."} if amount > 100 else {"needs_code": "no", "hint": ""}


def test_results_of_actions_go_into_slots_that_nobody_declared(bank: Bot) -> None:
    talk = Talk(bank)

    assert talk.command(start("balance"), *fill(account="savings")) == ["savings (4711): 1200, frozen: false."]


def test_a_small_transfer(bank: Bot) -> None:
    talk = Talk(bank)

    assert talk.command(start("send"), *fill(payee="Ana", amount=3)) == ["From which account?"]
    assert talk.say("savings") == ["Send 3 to Ana from savings?"]
    assert talk.press("Yes") == ["Sent: 99, fee 3.5."]


def test_a_called_flow_finds_what_its_caller_has_collected(bank: Bot) -> None:
    talk = Talk(bank)

    assert talk.command(start("send"), *fill(payee="Ana", amount=200)) == ["Your code, to send 200?"]
    assert talk.say("123456") == ["From which account?"]


def test_a_slot_that_several_flows_use_is_each_flows_own(bank: Bot) -> None:
    talk = Talk(bank)
    talk.command(start("balance"), *fill(account="savings"))

    assert talk.command(start("movements")) == ["Which account?"]
    assert talk.command(start("balance")) == ["Which account?"]


def test_a_flow_that_is_run_again_asks_again(bank: Bot) -> None:
    talk = Talk(bank)
    talk.command(start("balance"), *fill(account="savings"))

    assert talk.command(start("balance")) == ["Which account?"]


def test_a_loop_by_a_jump_back_asks_in_each_round(bank: Bot) -> None:
    talk = Talk(bank)

    assert talk.command(start("movements"), *fill(account="savings")) == ["Page 1: savings 1", "More?"]
    assert talk.command(*fill(more="yes")) == ["Page 2: savings 2", "More?"]
    assert talk.command(*fill(more="yes")) == ["Page 3: savings 3"]


def test_it_ends_when_the_user_wants_no_more(bank: Bot) -> None:
    talk = Talk(bank)
    talk.command(start("movements"), *fill(account="savings"))

    assert talk.command(*fill(more="no")) == [DONE]


def test_a_collect_step_in_a_loop_asks_in_each_round(bank: Bot) -> None:
    talk = Talk(bank)

    assert talk.command(start("split")) == ["How much for this one?"]
    assert talk.command(*fill(share=10)) == ["How much for this one?"]
    assert talk.command(*fill(share=2.5)) == ["How much for this one?"]
    assert talk.command(*fill(share=4)) == ["3 people, 16.5 in all. Right?"]
    assert talk.press("Yes") == ["Split."]
