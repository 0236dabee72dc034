import re
from functools import lru_cache

from conversations_app.understanding.values.answer_text import Answer
from conversations_app.understanding.values.found import FoundValue
from conversations_app.understanding.values.languages import main_language, vocabulary_of
from conversations_app.understanding.values.sentence import Sentence
from flows_app.limits import ITEMS_PER_VALUE


def read_list(sentence: Sentence) -> FoundValue | None:
    """“Milk, eggs and bread”."""
    start, end = Answer(sentence).span()
    items = split_items(sentence.text[start:end], sentence.language)
    return FoundValue(items, start, end, 0.9 if len(items) > 1 else 0.7) if items else None


def split_items(text: str, language: str) -> list[str]:
    parts = (part.strip(" \n\t.!?;-•*") for part in _separators(main_language(language)).split(text))
    return [part for part in parts if part][:ITEMS_PER_VALUE]


@lru_cache
def _separators(language: str) -> re.Pattern[str]:
    return re.compile(rf"[,;\n]+|(?<=\s)(?:{vocabulary_of(language).list_words})(?=\s)", re.IGNORECASE)
