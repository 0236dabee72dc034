from pytest_django import Settings

from conversations_app.understanding.encoders import universal
from conversations_app.understanding.warming import warm_up


def test_a_worker_loads_the_encoder_before_anybody_needs_it(settings: Settings) -> None:
    settings.SONI_UNDERSTANDING = "embedded"

    warming = warm_up()

    assert warming is not None
    warming.join(60)
    assert universal._loaded


def test_a_worker_whose_bots_do_not_learn_loads_nothing(settings: Settings) -> None:
    settings.SONI_UNDERSTANDING = "answers"

    assert warm_up() is None
