from collections.abc import Iterator, Sequence
from unittest.mock import patch
from zlib import crc32

import numpy as np
import pytest
from pytest_django.fixtures import Settings

from conversations_app.understanding.catalogues import loading
from conversations_app.understanding.catalogues.reading import Reader
from conversations_app.understanding.choosing import FlowChooser
from conversations_app.understanding.encoders import Vectors, of_length_one
from flows_app.models import Bot
from tests.support.authoring import make_flow, publish

BYE = [{"name": "bye", "type": "say", "message": "Bye!"}]


class WordsEncoder:
    """Sentences are alike that share words. Loads nothing, and counts what it is asked."""

    dimensions = 64

    def __init__(self, name: str = "words"):
        self.name = name
        self.encoded: list[str] = []

    def encode(self, texts: Sequence[str]) -> Vectors:
        self.encoded += texts
        rows = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        for row, text in enumerate(texts):
            for word in text.lower().split():
                rows[row, crc32(word.encode()) % self.dimensions] += 1
        return of_length_one(rows)


@pytest.fixture
def encoder() -> Iterator[WordsEncoder]:
    encoder = WordsEncoder()
    reader = Reader(encoder, FlowChooser)
    with patch("conversations_app.understanding.catalogues.reading.reader_called", return_value=reader):
        yield encoder


@pytest.fixture(autouse=True)
def nothing_in_memory() -> Iterator[None]:
    """As in a process that has just started."""
    with patch.object(loading, "_loaded", loading._Loaded()):
        yield


@pytest.fixture
def embedded(settings: Settings) -> None:
    settings.SONI_UNDERSTANDING = "embedded"


@pytest.fixture
def enqueued() -> Iterator[list[int]]:
    """The catalogues whose fitting was asked for."""
    found: list[int] = []
    with patch("celery.current_app.send_task", lambda name, args: found.extend(args)):
        yield found


@pytest.fixture
def bot() -> Bot:
    """With two flows on offer."""
    bot = Bot.objects.create(name="Bot", slug="bot")
    publish(make_flow(bot, name="greet", triggers=["good morning", "hello there"]))
    publish(make_flow(bot, BYE, name="leave", slots=(), triggers=["I must go now", "see you soon"]))
    bot.refresh_from_db()
    return bot
