from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from conversations_app.understanding.choosing import IN_SCOPE, FlowChooser, choose
from conversations_app.understanding.encoders import encoder
from tests.understanding.choosing.bots import BANK, fitted, untrained, vectors

Make = Callable[[Mapping[str, Sequence[str]]], FlowChooser]

both = pytest.mark.parametrize("make", [untrained, fitted])


@both
@pytest.mark.parametrize(
    ("message", "flow"),
    [
        ("I'd like to send some money to my sister", "transfer"),
        ("haz una transferencia", "transfer"),
        ("how much is left in my account?", "balance"),
        ("someone stole my credit card!", "block_card"),
        ("bloquea la tarjeta", "block_card"),
        ("blok my crad", "block_card"),
    ],
)
def test_a_message_finds_its_flow(make: Make, message: str, flow: str) -> None:
    ranked = make(BANK).rank(message)

    assert choose(ranked).flow == flow
    assert [candidate.flow for candidate in ranked if candidate.confidence >= IN_SCOPE] == [flow]


@both
@pytest.mark.parametrize(
    "message",
    [
        "tell me about the Roman empire",
        "play some jazz",
        "¿quién ganó el partido?",
        "how do I cook rice?",
        "",
        "🙂",
        "?",
    ],
)
def test_other_messages_find_none(make: Make, message: str) -> None:
    assert choose(make(BANK).rank(message)).flows == ()


@both
def test_confidence_is_between_nothing_and_one(make: Make) -> None:
    ranked = make(BANK).rank(BANK["balance"][0])

    assert 0.8 < ranked[0].confidence <= 1
    assert all(0 <= candidate.confidence <= 1 for candidate in ranked)
    assert sum(candidate.probability for candidate in ranked) == pytest.approx(1, abs=1e-5)


@both
@pytest.mark.parametrize("examples", [1, 2])
@pytest.mark.parametrize("flows", [["transfer"], ["transfer", "block_card"]])
def test_small_bots_neither_take_all_nor_nothing(make: Make, flows: list[str], examples: int) -> None:
    chooser = make({flow: BANK[flow][:examples] for flow in flows})

    assert choose(chooser.rank("I want to send money to Ana")).flow == "transfer"
    assert choose(chooser.rank("what is the weather like in Berlin?")).flows == ()
    assert choose(chooser.rank("tell me a story about dragons")).flows == ()


@both
def test_a_bot_without_flows_chooses_none(make: Make) -> None:
    assert make({}).rank("hello") == []
    assert choose([]).flows == ()


@both
def test_flows_without_examples_are_left_out(make: Make) -> None:
    assert make({**BANK, "empty": []}).flows == ("balance", "block_card", "transfer")


@both
def test_two_flows_with_the_same_examples_are_close(make: Make) -> None:
    choice = choose(make({**BANK, "freeze": BANK["block_card"]}).rank("my card was stolen"))

    assert choice.is_close
    assert choice.flow is None
    assert set(choice.flows) == {"block_card", "freeze"}


@both
def test_the_vector_may_be_given(make: Make) -> None:
    chooser, message = make(BANK), "send money"

    assert chooser.rank(message, encoder().encode([message])) == chooser.rank(message)
    assert chooser.rank(message, encoder().encode([message])[0]) == chooser.rank(message)


@both
def test_only_the_best_few_are_ranked(make: Make) -> None:
    verbs = ("buy", "sell", "rent", "paint", "clean", "cook", "wash")

    ranked = make({verb: [f"{verb} something"] for verb in verbs}).rank("I want to buy a house")

    assert len(ranked) == 5
    assert ranked[0].flow == "buy"


@both
def test_the_same_examples_make_the_same_chooser(make: Make) -> None:
    again = dict(reversed(BANK.items()))

    assert make(BANK).to_bytes() == make(again).to_bytes()


@both
def test_a_wall_of_text_is_ranked(make: Make) -> None:
    assert choose(make(BANK).rank("I want to send money. " * 190)).flow == "transfer"


@both
def test_threads_may_share_one(make: Make) -> None:
    chooser = make(BANK)
    alone = chooser.rank("I lost my card")

    with ThreadPoolExecutor(8) as pool:
        results = list(pool.map(lambda _: chooser.rank("I lost my card"), range(32)))

    assert all(result == alone for result in results)


def test_each_example_needs_its_text() -> None:
    texts = {**BANK, "balance": BANK["balance"][:1]}

    with pytest.raises(ValueError, match="its text and its vector"):
        FlowChooser.untrained(vectors(BANK), texts)


def test_fitting_tells_apart_what_centres_can_not() -> None:
    """Two kinds of examples in one flow: their centre lies between them, where the other flow is."""
    chance = np.random.default_rng(0)
    middle, apart = np.eye(512, dtype=np.float32)[:2]
    clouds = {"both": [middle + apart, middle - apart], "middle": [middle, middle]}
    rows = {
        flow: np.vstack([centre + 0.01 * chance.normal(size=(10, 512)) for centre in centres]).astype(np.float32)
        for flow, centres in clouds.items()
    }
    texts = {flow: ["same words"] * 20 for flow in clouds}

    chooser = FlowChooser.fitted(rows, texts)

    assert {chooser.rank("same words", row)[0].flow for row in rows["middle"]} == {"middle"}
