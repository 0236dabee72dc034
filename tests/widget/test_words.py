"""The platform has a word for all that the widget says, in each language, and none that nobody says."""

import re
from pathlib import Path

import pytest

from flows_app.flow_language.widget_words import widget_words

CODE = "".join(path.read_text() for path in Path("conversations_app/static/conversations_app/widget").glob("*.js"))
# Named after what they tell of: a connection, a kind of value.
NAMED_BY_STATE = {"connecting", "reconnecting", "refused", "archived"}
NAMED_BY_KIND = {"date", "datetime", "time", "number", "integer", "money", "email", "phone"}


def test_every_word_is_said_and_everything_said_is_a_word() -> None:
    said = set(re.findall(r'say\(\s*"(\w+)"', CODE))
    chosen = {name for found in re.findall(r'say\([^"()]*\? "(\w+)" : (?:"(\w+)")?', CODE) for name in found if name}
    handed_on = set(re.findall(r'answerForm\(say, (?:[\w.]+ \? )?"(\w+)"', CODE)) | {"rated", "failed"}

    assert said | chosen | handed_on | NAMED_BY_STATE | NAMED_BY_KIND | {"options_one"} == set(widget_words("en"))


@pytest.mark.parametrize(("language", "send"), [("en", "Send"), ("es", "Enviar"), ("es-MX", "Enviar"), ("fr", "Send")])
def test_languages(language: str, send: str) -> None:
    words = widget_words(language)

    assert words["send"] == send
    for name, text in widget_words("en").items():
        assert sorted(re.findall(r"\{\w+\}", words[name])) == sorted(re.findall(r"\{\w+\}", text)), name
