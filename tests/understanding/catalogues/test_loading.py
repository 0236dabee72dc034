import asyncio
from unittest.mock import patch

import pytest
from django.utils import timezone

from conversations_app.concurrency import event_loop
from conversations_app.limits import CATALOGUES_IN_MEMORY
from conversations_app.understanding.catalogues import LoadedCatalogue, fit_catalogue, load, loading, reading
from conversations_app.understanding.catalogues.learning import fitted_chooser
from conversations_app.understanding.catalogues.reading import EnglishChooser, Reader, reader_called
from conversations_app.understanding.catalogues.stored import StoredCatalogue, read_catalogue
from conversations_app.understanding.encoders.minilm import MiniLMEncoder
from flows_app.models import Bot, BotCatalogue, FlowProfile
from tests.support.authoring import make_flow, publish
from tests.support.statements import counted_statements
from tests.understanding.catalogues.conftest import BYE, WordsEncoder

pytestmark = pytest.mark.django_db


def loaded(bot: Bot) -> LoadedCatalogue:
    return event_loop.run(load(bot))


def best(bot: Bot, text: str, encoder: WordsEncoder) -> str:
    async def rank() -> str:
        chooser = await (await load(bot)).chooser()
        return chooser.rank(text, encoder.encode([text])[0])[0].flow

    return event_loop.run(rank())


def test_the_flows_are_what_was_published(bot: Bot, encoder: WordsEncoder) -> None:
    flows = loaded(bot).flows

    assert list(flows) == ["greet", "leave"]
    assert flows["greet"].triggers == ("good morning", "hello there")
    assert [slot.name for slot in flows["greet"].slots] == ["name"]
    # Nobody has asked for a chooser.
    assert encoder.encoded == []


def test_two_statements_at_first_and_none_after(bot: Bot) -> None:
    with counted_statements() as first:
        flows = loaded(bot).flows
    with counted_statements() as then:
        again = loaded(Bot.objects.get(pk=bot.pk)).flows

    assert len(first) == 2, "\n".join(first)
    assert len(then) == 1, "only the test's own"
    assert again is flows


def test_what_is_published_meanwhile_is_taken_with_the_bots_row(bot: Bot) -> None:
    before = loaded(bot)
    publish(make_flow(bot, BYE, name="later", slots=()))

    assert loaded(bot) is before
    assert "later" in loaded(Bot.objects.get(pk=bot.pk)).flows


def test_until_it_is_fitted_the_nearest_answers(bot: Bot, encoder: WordsEncoder, enqueued: list[int]) -> None:
    assert best(bot, "good morning to you", encoder) == "greet"
    assert best(bot, "I must go", encoder) == "leave"
    assert enqueued == [bot.catalogue_id]


@pytest.mark.usefixtures("embedded", "enqueued")
def test_what_is_fitted_needs_no_encoding(bot: Bot, encoder: WordsEncoder) -> None:
    assert bot.catalogue_id
    assert fit_catalogue(bot.catalogue_id)
    encoder.encoded.clear()

    assert best(bot, "see you", encoder) == "leave"
    assert encoder.encoded == ["see you"]
    assert not loaded(bot).is_provisional


@pytest.mark.usefixtures("embedded", "enqueued")
def test_one_that_is_not_fitted_is_looked_at_again(
    bot: Bot, encoder: WordsEncoder, monkeypatch: pytest.MonkeyPatch
) -> None:
    best(bot, "see you", encoder)
    provisional = loaded(bot)
    assert provisional.is_provisional

    monkeypatch.setattr(loading, "FITTING_LOOKED_FOR_SECONDS", 0)
    assert loaded(bot) is provisional
    fit_catalogue(bot.catalogue_id or 0)
    assert loaded(bot) is not provisional
    assert best(bot, "see you", encoder) == "leave"
    assert not loaded(bot).is_provisional


@pytest.mark.usefixtures("enqueued")
def test_but_not_at_every_turn(bot: Bot, encoder: WordsEncoder) -> None:
    best(bot, "see you", encoder)

    with counted_statements() as statements:
        best(bot, "see you", encoder)
    assert statements == []


@pytest.mark.usefixtures("enqueued")
def test_a_chooser_is_made_once(bot: Bot, encoder: WordsEncoder) -> None:
    async def both() -> bool:
        catalogue = await load(bot)
        first, second = await asyncio.gather(catalogue.chooser(), catalogue.chooser())
        return first is second

    assert event_loop.run(both())
    assert len(encoder.encoded) == 4


@pytest.mark.usefixtures("enqueued")
def test_an_imported_crowd_makes_do_with_a_few_examples(encoder: WordsEncoder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("conversations_app.understanding.catalogues.learning.EXAMPLES_ENCODED_AT_ONCE", 4)
    bot = Bot.objects.create(name="Bot", slug="bot")
    for name in ("one", "two"):
        publish(make_flow(bot, BYE, name=name, slots=(), triggers=[f"{name} {number}" for number in range(10)]))
    bot.refresh_from_db()

    assert best(bot, "two 0", encoder) == "two"
    assert encoder.encoded == ["one 0", "one 1", "two 0", "two 1", "two 0"]


def test_a_bot_from_before_there_were_catalogues_gets_its_own(bot: Bot) -> None:
    Bot.objects.update(catalogue=None)
    BotCatalogue.objects.all().delete()
    FlowProfile.objects.all().delete()
    bot.refresh_from_db()

    assert list(loaded(bot).flows) == ["greet", "leave"]
    assert Bot.objects.get(pk=bot.pk).catalogue_id == bot.catalogue_id
    with counted_statements() as then:
        loaded(bot)
    assert then == []


def test_a_turn_that_was_slower_than_many_publications_takes_the_current_one(bot: Bot) -> None:
    for number in range(6):
        publish(make_flow(bot, BYE, name=f"bye_{number}", slots=()))

    assert len(loaded(bot).flows) == 8


@pytest.mark.usefixtures("enqueued")
def test_what_the_language_knows_no_more_is_not_on_offer(bot: Bot, encoder: WordsEncoder) -> None:
    FlowProfile.objects.filter(version__flow__name="greet").update(slots=[{"name": "name", "colour": "red"}])

    assert list(loaded(bot).flows) == ["leave"]
    assert best(bot, "good morning", encoder) == "leave"


def test_a_bot_without_flows_offers_none(encoder: WordsEncoder, enqueued: list[int]) -> None:
    bot = Bot.objects.create(name="Bot", slug="bot")

    async def ranked() -> list[object]:
        return [*(await (await load(bot)).chooser()).rank("hello")]

    assert loaded(bot).flows == {}
    assert event_loop.run(ranked()) == []


def test_only_those_used_last_are_kept() -> None:
    kept = loading._Loaded(bound=2)
    catalogues = [LoadedCatalogue(StoredCatalogue({}, id=number)) for number in range(3)]
    for catalogue in catalogues[:2]:
        kept.add((catalogue.id, "use"), catalogue)
    kept.get((0, "use"))
    kept.add((2, "use"), catalogues[2])

    assert [kept.get((number, "use")) for number in range(3)] == [catalogues[0], None, catalogues[2]]
    assert CATALOGUES_IN_MEMORY


def test_what_an_older_platform_has_learnt_is_not_taken(bot: Bot, encoder: WordsEncoder, enqueued: list[int]) -> None:
    BotCatalogue.objects.update(weights=b"of another format", encoder="words", fitted_at=timezone.now())

    assert best(bot, "see you", encoder) == "leave"
    assert enqueued == [bot.catalogue_id]


def test_who_reads_english_reads_messages_as_the_examples(bot: Bot) -> None:
    """Whatever vector the caller has: it is of another encoder."""
    english = WordsEncoder("english")
    english.dimensions = 32
    stored = read_catalogue(bot.pk, bot.catalogue_id)
    with patch.object(reading, "english_encoder", return_value=english):
        chooser = fitted_chooser(stored, Reader(english, EnglishChooser))
        again = EnglishChooser.from_bytes(chooser.to_bytes())
        ranked = again.rank("see you soon", WordsEncoder().encode(["see you soon"])[0])

    assert ranked[0].flow == "leave"


def test_an_encoder_that_is_not_installed_is_stood_in_for() -> None:
    reader_called.cache_clear()
    with patch.object(MiniLMEncoder, "is_installed", return_value=False):
        assert reader_called("minilm").encoder is reader_called("use").encoder
    reader_called.cache_clear()
