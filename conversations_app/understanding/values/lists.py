import re
from dataclasses import dataclass
from functools import lru_cache

from conversations_app.understanding.values.answer_text import Answer
from conversations_app.understanding.values.found import FoundValue
from conversations_app.understanding.values.sentence import Sentence
from flows_app.languages import mixed, part_of
from flows_app.languages.parts import Answers
from flows_app.limits import ITEMS_PER_VALUE


@dataclass(frozen=True)
class _Patterns:
    separators: re.Pattern[str]
    # “Sin cebolla ni ajo” leaves two things out, where “pizza sin cebolla ni ajo” is one.
    without: re.Pattern[str]
    excluded: re.Pattern[str]


@lru_cache
def _patterns(own: Answers, joined: Answers) -> _Patterns:
    without, nor = joined.without, joined.nor
    return _Patterns(
        re.compile(rf"[,;\n]+|(?<=\s)(?:{own.list_words or '(?!)'})(?=\s)", re.IGNORECASE),
        re.compile(rf"\s*(?:{without})\s+(?=[^,;]*\s(?:{nor})\s)", re.IGNORECASE),
        re.compile(rf"[,;\n]+|(?<=\s)(?:{joined.nor}|{joined.also})(?=\s)", re.IGNORECASE),
    )


def read_list(sentence: Sentence) -> FoundValue | None:
    """“Milk, eggs and bread”."""
    start, end = Answer(sentence).span()
    items = split_items(sentence.text[start:end], sentence.language)
    return FoundValue(items, start, end, 0.9 if len(items) > 1 else 0.7) if items else None


def split_items(text: str, language: str) -> list[str]:
    patterns = _patterns(part_of(language, Answers), mixed(Answers, language))
    without = patterns.without.match(text)
    separators = patterns.excluded if without else patterns.separators
    parts = (part.strip(" \n\t.!?;-•*") for part in separators.split(text[without.end() :] if without else text))
    return [part for part in parts if part][:ITEMS_PER_VALUE]
