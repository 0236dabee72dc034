"""Which bots have a worker's threads."""

from uuid import uuid4

import pytest

from conversations_app.turn.sharing import Threads

BUSY, OTHER, THIRD = 1, 2, 3


def taken_by(bot_id: int, threads: Threads) -> int:
    """As many as it gets, when it asks for more than there are."""
    return sum(threads.take(bot_id, uuid4()) for _ in range(1_000))


@pytest.mark.parametrize(("number", "most"), [(1, 1), (2, 1), (4, 3), (8, 6), (32, 25), (250, 200)])
def test_one_bot_has_most_of_them_and_leaves_some(number: int, most: int) -> None:
    assert taken_by(BUSY, Threads(number)) == most


def test_whatever_others_have_there_is_one_for_a_bot_that_has_none() -> None:
    threads = Threads(32)
    shares = [taken_by(bot_id, threads) for bot_id in (BUSY, OTHER)]

    assert sum(shares) < 32
    assert threads.take(THIRD, uuid4())


def test_without_a_number_nobody_waits() -> None:
    assert taken_by(BUSY, Threads()) == 1_000


def test_who_waits_is_let_in_one_by_one_and_in_order() -> None:
    threads, conversations = Threads(4), [uuid4() for _ in range(3)]
    assert all(threads.take(BUSY, uuid4()) for _ in range(3))
    for conversation_id in (*conversations, *conversations):
        assert not threads.take(BUSY, conversation_id)

    assert threads.give_back(BUSY) == [(conversations[0], BUSY)]
    threads.take(BUSY, conversations[0])
    assert threads.give_back(BUSY) == [(conversations[1], BUSY)]


def test_nobody_is_left_waiting_when_other_workers_take_all_who_were_let_in() -> None:
    threads, conversations = Threads(8), [uuid4() for _ in range(10)]
    assert all(threads.take(BUSY, uuid4()) for _ in range(6))
    for conversation_id in conversations:
        assert not threads.take(BUSY, conversation_id)

    let_in = [conversation_id for _ in range(6) for conversation_id, _ in threads.give_back(BUSY)]

    assert let_in == conversations


def test_room_that_one_bot_leaves_is_for_the_other() -> None:
    threads = Threads(8)
    taken_by(BUSY, threads)
    few = taken_by(OTHER, threads)

    let_in = [bot_id for _ in range(3) for _, bot_id in threads.give_back(BUSY)]

    assert few < 6
    assert OTHER in let_in
