from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from conversations_app.understanding.encoders import JoinedEncoder, RememberingEncoder, Vectors, of_length_one


class LengthEncoder:
    """Counts what it is asked for."""

    name = "length"
    dimensions = 2

    def __init__(self) -> None:
        self.asked: list[str] = []

    def encode(self, texts: Sequence[str]) -> Vectors:
        self.asked += texts
        return of_length_one(np.array([[1, len(text)] for text in texts], dtype=np.float32).reshape(-1, 2))


def test_a_sentence_is_encoded_once() -> None:
    counting = LengthEncoder()
    remembering = RememberingEncoder(counting)

    first, second = remembering.encode(["hello"]), remembering.encode(["hello"])

    np.testing.assert_array_equal(first, second)
    assert counting.asked == ["hello"]


def test_who_changes_a_vector_changes_only_their_own() -> None:
    remembering = RememberingEncoder(LengthEncoder())

    remembering.encode(["hello"])[:] = 0

    assert remembering.encode(["hello"]).any()


def test_the_longest_unused_is_forgotten() -> None:
    counting = LengthEncoder()
    remembering = RememberingEncoder(counting, remembered=2)

    for text in ("one", "two", "one", "three", "one", "two"):
        remembering.encode([text])

    assert counting.asked == ["one", "two", "three", "two"]


def test_crowds_are_not_remembered() -> None:
    counting = LengthEncoder()
    remembering = RememberingEncoder(counting)

    remembering.encode(["one", "two"])
    remembering.encode(["one"])

    assert counting.asked == ["one", "two", "one"]
    assert remembering.encode([]).shape == (0, 2)


def test_threads_may_share_one() -> None:
    remembering = RememberingEncoder(LengthEncoder(), remembered=3)
    texts = [f"{'x' * (at % 7)}" for at in range(400)]

    with ThreadPoolExecutor(8) as pool:
        vectors = list(pool.map(lambda text: remembering.encode([text])[0], texts))

    np.testing.assert_array_equal(np.array(vectors), LengthEncoder().encode(texts))


def test_joined_encoders_see_the_mean_of_their_similarities() -> None:
    joined = JoinedEncoder(LengthEncoder(), LengthEncoder())

    one, two = joined.encode(["a", "some words"])

    single = LengthEncoder().encode(["a", "some words"])
    assert joined.dimensions == 4
    assert joined.name == "length+length"
    np.testing.assert_allclose(one @ two, single[0] @ single[1], atol=1e-6)
