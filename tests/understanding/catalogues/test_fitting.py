from datetime import timedelta
from unittest.mock import patch

import pytest
from django.db import connections
from django.utils import timezone
from pytest_django.fixtures import Settings

from conversations_app.limits import FITTING_TIME
from conversations_app.tasks import fit_catalogue as fit_task
from conversations_app.understanding.catalogues import fit_catalogue
from flows_app.models import Bot, BotCatalogue, FlowProfile
from tests.support.authoring import make_flow, publish
from tests.understanding.catalogues.conftest import BYE, WordsEncoder

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("embedded", "enqueued")]


def current(bot: Bot) -> BotCatalogue:
    catalogue = Bot.objects.select_related("catalogue").get(pk=bot.pk).catalogue
    assert catalogue is not None
    return catalogue


def test_it_stores_what_it_has_learnt(bot: Bot, encoder: WordsEncoder) -> None:
    fit_task(current(bot).pk)

    fitted = current(bot)
    assert fitted.weights
    assert (fitted.encoder, fitted.fitting_began_at) == ("words", None)
    assert fitted.fitted_at
    stored = dict(FlowProfile.objects.values_list("version__flow__name", "vectors"))
    # Two examples each, in half precision, after a mark of their texts.
    two_vectors = 8 + 2 * encoder.dimensions * 2
    assert {name: len(vectors or b"") for name, vectors in stored.items()} == {
        "greet": two_vectors,
        "leave": two_vectors,
    }


def test_only_what_is_new_is_encoded(bot: Bot, encoder: WordsEncoder) -> None:
    fit_catalogue(current(bot).pk)
    encoder.encoded.clear()

    publish(make_flow(bot, BYE, name="later", slots=(), triggers=["later please"]))
    assert fit_catalogue(current(bot).pk)

    assert encoder.encoded == ["later please"]


def test_one_that_is_superseded_is_left_alone(bot: Bot, encoder: WordsEncoder) -> None:
    superseded = current(bot)
    for number in range(3):
        publish(make_flow(bot, BYE, name=f"bye_{number}", slots=()))

    assert not fit_catalogue(superseded.pk)
    assert encoder.encoded == []
    assert fit_catalogue(current(bot).pk)
    assert BotCatalogue.objects.exclude(weights=None).get() == current(bot)


def test_one_that_is_superseded_meanwhile_keeps_its_vectors_only(bot: Bot, encoder: WordsEncoder) -> None:
    encode = encoder.encode

    def slowly(texts: list[str]) -> object:
        if not Bot.objects.filter(flows__name="later").exists():
            publish(make_flow(bot, BYE, name="later", slots=(), triggers=["later please"]))
        return encode(texts)

    superseded = current(bot)
    with patch.object(encoder, "encode", slowly):
        assert not fit_catalogue(superseded.pk)

    assert BotCatalogue.objects.exclude(weights=None).count() == 0
    assert FlowProfile.objects.exclude(vectors=None).count() == 2


def test_vectors_of_other_texts_are_made_anew(bot: Bot, encoder: WordsEncoder) -> None:
    fit_catalogue(current(bot).pk)
    FlowProfile.objects.filter(version__flow__name="greet").update(triggers=["good evening", "hi there"])
    BotCatalogue.objects.update(weights=None, fitted_at=None)
    encoder.encoded.clear()

    assert fit_catalogue(current(bot).pk)
    assert encoder.encoded == ["good evening", "hi there"]


def test_delivered_twice_it_is_done_once(bot: Bot, encoder: WordsEncoder) -> None:
    assert fit_catalogue(current(bot).pk)
    first = current(bot).fitted_at

    assert not fit_catalogue(current(bot).pk)
    assert current(bot).fitted_at == first


def test_nobody_starts_while_another_is_at_it_unless_that_one_is_gone(bot: Bot, encoder: WordsEncoder) -> None:
    BotCatalogue.objects.update(fitting_began_at=timezone.now())
    assert not fit_catalogue(current(bot).pk)

    BotCatalogue.objects.update(fitting_began_at=timezone.now() - FITTING_TIME - timedelta(seconds=1))
    assert fit_catalogue(current(bot).pk)


def test_another_encoder_is_fitted_anew(bot: Bot, encoder: WordsEncoder) -> None:
    fit_catalogue(current(bot).pk)
    encoder.name = "other words"

    assert fit_catalogue(current(bot).pk)
    assert current(bot).encoder == "other words"
    assert set(FlowProfile.objects.values_list("encoder", flat=True)) == {"other words"}


def test_a_bot_that_takes_answers_only_learns_nothing(bot: Bot, encoder: WordsEncoder, settings: Settings) -> None:
    settings.SONI_UNDERSTANDING = "answers"
    assert not fit_catalogue(current(bot).pk)

    Bot.objects.update(settings={"understanding": {"provider": "embedded"}})
    assert fit_catalogue(current(bot).pk)


def test_no_connection_is_held_meanwhile(bot: Bot, encoder: WordsEncoder) -> None:
    encode, held = encoder.encode, []

    def looked_at(texts: list[str]) -> object:
        held.append(connections["default"].connection)
        return encode(texts)

    with patch.object(encoder, "encode", looked_at):
        fit_catalogue(current(bot).pk)
    assert held == [None]


def test_one_flow_or_none_is_fitted_too(encoder: WordsEncoder) -> None:
    bot = Bot.objects.create(name="Bot", slug="bot")
    publish(make_flow(bot, BYE, name="only", slots=(), triggers=["only this"]))
    assert fit_catalogue(current(bot).pk)


@pytest.mark.usefixtures("encoder")
def test_what_is_gone_is_nobodys_error() -> None:
    fit_task(4711)


def test_what_an_older_platform_has_learnt_is_fitted_anew(bot: Bot, encoder: WordsEncoder) -> None:
    fit_catalogue(current(bot).pk)
    BotCatalogue.objects.update(weights=b"of another format")

    assert fit_catalogue(current(bot).pk)
    assert bytes(current(bot).weights or b"") != b"of another format"
