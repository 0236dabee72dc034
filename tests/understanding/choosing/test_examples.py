import pytest

from conversations_app.understanding.choosing import example_texts
from flows_app.engine.understanding import FlowOnOffer
from flows_app.flow_language import Choice, SlotDefinition

_SLOTS = (
    SlotDefinition(name="amount", type="money"),
    SlotDefinition(name="recipient_name"),
    SlotDefinition(
        name="account", type="choice", choices=tuple(Choice(value=value) for value in ("checking", "savings"))
    ),
)


@pytest.mark.parametrize(
    ("trigger", "texts"),
    [
        ("send money", ["send money"]),
        ("send {amount} to {recipient_name}", ["send amount to recipient name", "send 50 euros to"]),
        ("balance of { account }", ["balance of account", "balance of checking", "balance of savings"]),
        (
            "pay {amount} from {account}",
            ["pay amount from account", "pay 50 euros from checking", "pay 50 euros from savings"],
        ),
        ("the {unknown} one", ["the unknown one", "the one"]),
        ("{amount", ["{amount"]),
        ("{recipient_name}", ["recipient name"]),
    ],
)
def test_markers_are_filled(trigger: str, texts: list[str]) -> None:
    assert example_texts(FlowOnOffer("transfer", triggers=(trigger,), slots=_SLOTS)) == texts


def test_doubles_count_once() -> None:
    assert example_texts(FlowOnOffer("transfer", triggers=("send money", "send  money ", "send money"))) == [
        "send money"
    ]


@pytest.mark.parametrize("triggers", [(), ("", "  ")])
def test_without_triggers_the_description_is_the_example(triggers: tuple[str, ...]) -> None:
    assert example_texts(FlowOnOffer("transfer", "Sends money.", triggers)) == ["Sends money."]
    assert example_texts(FlowOnOffer("send_money", " ", triggers)) == ["send money"]
