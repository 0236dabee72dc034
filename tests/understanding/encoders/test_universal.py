from concurrent.futures import ThreadPoolExecutor

import numpy as np

from conversations_app.understanding.encoders import UniversalSentenceEncoder, encoder

_SENTENCES = ["I want to send money to Ana", "quiero enviar dinero a Ana", "what is the weather like?", ""]


def test_vectors_have_length_one() -> None:
    vectors = UniversalSentenceEncoder().encode(_SENTENCES)

    assert vectors.shape == (4, 512)
    assert vectors.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)


def test_the_same_meaning_is_near_in_any_language() -> None:
    english, spanish, weather, _ = UniversalSentenceEncoder().encode(_SENTENCES)

    assert english @ spanish > 0.7
    assert english @ weather < 0.4


def test_no_sentences_give_no_vectors() -> None:
    assert UniversalSentenceEncoder().encode([]).shape == (0, 512)


def test_a_sentence_alone_gives_what_it_gives_among_others() -> None:
    together = UniversalSentenceEncoder().encode(_SENTENCES)
    alone = np.vstack([UniversalSentenceEncoder().encode([sentence]) for sentence in _SENTENCES])

    np.testing.assert_allclose(together, alone, atol=1e-5)


def test_a_wall_of_text_is_read_from_its_beginning() -> None:
    wall = "I want to send money to Ana. " * 140

    assert len(wall) > 4000
    np.testing.assert_array_equal(
        UniversalSentenceEncoder().encode([wall]), UniversalSentenceEncoder().encode([wall[:600]])
    )


def test_threads_may_encode_at_once() -> None:
    alone = UniversalSentenceEncoder().encode(_SENTENCES)

    with ThreadPoolExecutor(8) as pool:
        results = list(pool.map(lambda _: encoder().encode(_SENTENCES), range(16)))

    assert all(np.array_equal(result, alone) for result in results)
