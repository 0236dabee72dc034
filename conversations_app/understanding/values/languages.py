from conversations_app.understanding.values.vocabulary import Vocabulary
from conversations_app.understanding.values.words_en import ENGLISH
from conversations_app.understanding.values.words_es import SPANISH

_VOCABULARIES = {"en": ENGLISH, "es": SPANISH}


def main_language(language: str) -> str:
    """`es-MX` is served by `es`, and a language that we have no words of by English."""
    return language_itself(language) if has_grammar(language) else "en"


def language_itself(language: str) -> str:
    return language.lower().partition("-")[0]


def has_grammar(language: str) -> bool:
    return language_itself(language) in _VOCABULARIES


def vocabulary_of(language: str) -> Vocabulary:
    return _VOCABULARIES[main_language(language)]
