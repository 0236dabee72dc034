"""Texts that the bot says by itself, in the bot's own words where it has some."""

from typing import Any

from flows_app.engine.texts import CompiledText
from flows_app.flow_language import BotSettings, Text, Wording
from flows_app.flow_language.patterns import PATTERNS


def pattern_text(settings: BotSettings, language: str, name: str, occasion: str = "", **values: Any) -> str:
    """For what is never Markdown."""
    return pattern_wording(settings, language, name, occasion, **values).text


def pattern_wording(settings: BotSettings, language: str, name: str, occasion: str = "", **values: Any) -> Wording:
    """Empty if the bot leaves it out. `occasion` picks a variation: the same when a turn is repeated."""
    pattern = PATTERNS[name]
    own = settings.patterns.get(name, pattern.said_unless_told)
    if own is False:
        return Wording("")
    delivered: dict[str, str | list[str]] = {**pattern.texts}
    text: Text = delivered if own is True else _in_language(own, delivered, language)
    return CompiledText.of(text).wording(values, language, occasion)


def _in_language(own: Text, delivered: dict[str, str | list[str]], language: str) -> Text:
    """A bot that has words of its own for some languages only speaks the delivered ones in the others."""
    if not isinstance(own, dict):
        return own
    spoken = (language, language.partition("-")[0])
    if any(tag in own for tag in spoken) or not any(tag in delivered for tag in spoken):
        return own
    return delivered
