import re
from functools import lru_cache

from conversations_app.understanding.values.answer_text import Answer
from conversations_app.understanding.values.found import FoundValue
from conversations_app.understanding.values.languages import main_language, vocabulary_of
from conversations_app.understanding.values.sentence import Sentence
from flows_app.limits import ITEMS_PER_VALUE

# “Sin cebolla ni ajo” leaves two things out, where “pizza sin cebolla ni ajo” is one.
_WITHOUT = re.compile(r"\s*(?:sin|ni|without|no|neither)\s+(?=[^,;]*\s(?:ni|nor|or|o)\s)", re.IGNORECASE)
_EXCLUDED = re.compile(r"[,;\n]+|(?<=\s)(?:ni|nor|or|o|y|and|&)(?=\s)", re.IGNORECASE)


def read_list(sentence: Sentence) -> FoundValue | None:
    """“Milk, eggs and bread”."""
    start, end = Answer(sentence).span()
    items = split_items(sentence.text[start:end], sentence.language)
    return FoundValue(items, start, end, 0.9 if len(items) > 1 else 0.7) if items else None


def split_items(text: str, language: str) -> list[str]:
    without = _WITHOUT.match(text)
    separators = _EXCLUDED if without else _separators(main_language(language))
    parts = (part.strip(" \n\t.!?;-•*") for part in separators.split(text[without.end() :] if without else text))
    return [part for part in parts if part][:ITEMS_PER_VALUE]


@lru_cache
def _separators(language: str) -> re.Pattern[str]:
    return re.compile(rf"[,;\n]+|(?<=\s)(?:{vocabulary_of(language).list_words})(?=\s)", re.IGNORECASE)
