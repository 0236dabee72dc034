"""What a page learns of a bot before anybody says a word."""

import pytest

from flows_app.flow_language.widget_words import widget_words
from flows_app.models import Bot
from tests.api.calling import Caller, problem
from tests.support.authoring import make_bot

pytestmark = pytest.mark.django_db

PATH = "bots/test-bot/widget"


@pytest.fixture
def bot() -> Bot:
    bot = make_bot()
    bot.languages = ["en", "es"]
    bot.allowed_origins = ["https://shop.example"]
    bot.settings = {
        "theme": {
            "colour": "#aa2200",
            "rating": True,
            "title": {"en": "Ask us", "es": "Pregúntanos"},
            "launcher": "¿?",
            "greeting": {"es": "Hola"},
        }
    }
    bot.save()
    return bot


def test_the_look_and_the_texts(bot: Bot) -> None:
    answer = Caller().get(PATH)

    assert answer.status_code == 200
    body = answer.json()
    assert body == {
        "bot": "test-bot",
        "name": "Test bot",
        "languages": ["en", "es"],
        "language": "en",
        "message_length": 4000,
        "theme": {
            "colour": "#aa2200",
            "colour_scheme": "auto",
            "position": "end",
            "radius": 16,
            "avatar": "",
            "rating": True,
            "transcript": True,
            "restart": True,
            "accent_text": "#ffffff",
        },
        "texts": {"title": "Ask us", "subtitle": "", "greeting": "", "launcher": "¿?", "placeholder": ""},
        "words": widget_words("en"),
    }


@pytest.mark.parametrize(
    ("query", "accepted", "language"),
    [
        ("", "", "en"),
        ("?language=es", "", "es"),
        ("?language=es-MX", "en", "es"),
        ("?language=fr", "es-ES,en;q=0.5", "es"),
        ("?language=fr", "de", "en"),
        ("", "de, es;q=0.8", "es"),
    ],
)
def test_the_language(bot: Bot, query: str, accepted: str, language: str) -> None:
    answer = Caller().get(PATH + query, Accept_Language=accepted)

    assert answer.json()["language"] == language
    assert answer.json()["texts"]["title"] == {"en": "Ask us", "es": "Pregúntanos"}[language]


def test_it_may_be_kept_but_not_for_another_page_or_language(bot: Bot) -> None:
    answer = Caller().get(PATH)

    assert answer["Cache-Control"] == "public, max-age=60"
    assert {"Origin", "Accept-Language"} <= {name.strip() for name in answer["Vary"].split(",")}


def test_only_pages_of_the_bots_origins_may_read_it(bot: Bot) -> None:
    allowed = Caller().get(PATH, Origin="https://shop.example")
    another = Caller().get(PATH, Origin="https://evil.example")

    assert allowed["Access-Control-Allow-Origin"] == "https://shop.example"
    assert "Access-Control-Allow-Origin" not in another


def test_whoever_asks_gets_the_same(bot: Bot) -> None:
    """A proxy may have kept it for somebody else."""
    assert Caller("Api-Key wrong").get(PATH).json() == Caller().get(PATH).json()


def test_of_bots_that_are_not_public_there_is_nothing(bot: Bot) -> None:
    bot.public = False
    bot.save()

    assert problem(Caller().get(PATH)) == (404, "bot_not_found")
    assert problem(Caller.with_key(bot, "manage").get(PATH)) == (404, "bot_not_found")
    assert problem(Caller().get("bots/nowhere/widget")) == (404, "bot_not_found")


def test_what_is_no_language_is_refused(bot: Bot) -> None:
    assert problem(Caller().get(f"{PATH}?language=%3Cscript%3E")) == (400, "invalid")
    assert problem(Caller().get(f"{PATH}?lang=es")) == (400, "invalid")
