"""A bot's own words for one pattern: as its settings hold them, and as lines in a box for each language."""

from collections.abc import Mapping, Sequence
from typing import Any

from flows_app.admin.fields import lines_of
from flows_app.flow_language.patterns import Pattern


def words_in(stored: Any, language: str) -> list[str]:
    """Gives the words stored for this language, without falling back to another: each box shows its own."""
    words = stored.get(language) if isinstance(stored, dict) else stored
    if isinstance(words, str):
        return [words]
    return list(words) if isinstance(words, list) else []


def words_elsewhere(stored: Any, languages: Sequence[str]) -> dict[str, Any]:
    """Gives the words stored for languages that have no box."""
    if not isinstance(stored, dict):
        return {}
    return {language: words for language, words in stored.items() if language not in languages}


def as_lines(words: Sequence[str]) -> list[str]:
    return [text.strip() for text in words]


def fit_lines(words: Sequence[str]) -> bool:
    """Tells whether the words can be shown one a line: a text with a line break would be read as two variations."""
    return lines_of("\n".join(words)) == as_lines(words)


def is_said(pattern: Pattern, stored: Any) -> bool:
    if stored is None:
        return pattern.said_unless_told
    return stored is not False


def to_store(pattern: Pattern, said: bool, words: Mapping[str, Sequence[str]], elsewhere: Mapping[str, Any]) -> Any:
    """Gives the value for `BotSettings.patterns`; None if there is nothing to store. `words` has every language of the
    bot."""
    own = {language: _one_or_many(texts) for language, texts in words.items() if texts}
    if own or elsewhere:
        return _one_text(own, len(words)) if not elsewhere else {**elsewhere, **own}
    return None if said == pattern.said_unless_told else said


def _one_or_many(texts: Sequence[str]) -> str | list[str]:
    return texts[0] if len(texts) == 1 else list(texts)


def _one_text(own: dict[str, str | list[str]], languages: int) -> Any:
    """Gives one text without languages where all of them say the same."""
    texts = list(own.values())
    return texts[0] if len(texts) == languages and all(text == texts[0] for text in texts) else own
