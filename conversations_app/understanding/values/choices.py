import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from rapidfuzz import fuzz, process

from conversations_app.understanding.values.folding import fold, singular
from conversations_app.understanding.values.found import FoundValue, longest_first
from conversations_app.understanding.values.recurrence import recurrences
from conversations_app.understanding.values.sentence import LONGEST_READ, Sentence
from flows_app.flow_language import SlotDefinition, all_texts
from flows_app.languages import mixed, part_of
from flows_app.languages.parts import Words

# A number is one word: there is no 50 in 35.50.
_WORD = re.compile(r"\d+(?:[.,:/]\d+)+(?![^\W_])|[^\W_]+(?:'[^\W_]+)*")
_PHRASE, _SAME_RECURRENCE, _DISTINCTIVE = 1.0, 0.9, 0.75
_SHORTEST_GUESSED = 4
_SHORT = 5
_ALIKE, _SHORT_ALIKE = 75, 81
# For the same letters, and what each differing hundredth takes: “chekcing” is taken unasked, “having” for “saving” not.
_SAME_LETTERS, _BY_HUNDREDTH = 0.75, 0.02
_LESS = 0.8
# Guessing goes through all phrases, so a long message is only searched for what is spelled right.
_WORDS_GUESSED = 40
_REMEMBERED = 200

Name = tuple[str, ...]


@dataclass(frozen=True)
class _Index:
    """The ways in which the choices of a slot can be named."""

    phrases: dict[Name, Any]
    # Words that stand for one choice only, such as “savings” of “savings account”.
    distinctive: dict[str, Any]
    # For guessing: phrases and distinctive words that are long enough.
    guessed: dict[str, Any]
    # All that their names are made of: such a word is spelled right, and no other one misspelled.
    words: frozenset[str]
    # By what recurs: “mensual” and “every month” are the same choice.
    recurring: dict[str, Any]
    longest: int


@dataclass(frozen=True)
class _Token:
    word: str
    start: int
    end: int


def find_choices(slot: SlotDefinition, sentence: Sentence) -> list[FoundValue]:
    """Finds choices by value, label in any language or synonym; plural, partial or misspelled."""
    return _find(_index_of(slot, sentence.language), sentence)


def find_named(named: Iterable[tuple[Any, str]], sentence: Sentence) -> list[FoundValue]:
    """The same for any values that have names."""
    return _find(_index(named, sentence.language), sentence)


def _find(index: _Index, sentence: Sentence) -> list[FoundValue]:
    tokens = [
        _Token(singular(fold(match.group())), *match.span()) for match in _WORD.finditer(sentence.text, 0, LONGEST_READ)
    ]
    exact = longest_first([*_named(tokens, index), *_recurring(index, sentence)])
    taken = {character for found in exact for character in range(found.start, found.end)}
    others = [token for token in tokens if token.start not in taken]
    return _specific_first([*exact, *_guessed(others, index, sentence)], sentence)


def _specific_first(readings: list[FoundValue], sentence: Sentence) -> list[FoundValue]:
    """“Anything vegan” is vegan, although there is a choice that is called “anything”."""
    general = [reading for reading in readings if _is_general(sentence.text[reading.start : reading.end], sentence)]
    if len(general) == len(readings):
        return readings
    return [reading.of_certainty(reading.certainty * _LESS) if reading in general else reading for reading in readings]


def _is_general(said: str, sentence: Sentence) -> bool:
    return fold(said) in mixed(Words, sentence.language).general


def _named(tokens: list[_Token], index: _Index) -> Iterator[FoundValue]:
    words = tuple(token.word for token in tokens)
    for position, token in enumerate(tokens):
        if token.word in index.distinctive:
            yield FoundValue(index.distinctive[token.word], token.start, token.end, _DISTINCTIVE)
        for length in range(1, min(index.longest, len(tokens) - position) + 1):
            value = index.phrases.get(words[position : position + length])
            if value is not None:
                yield FoundValue(value, token.start, tokens[position + length - 1].end, _PHRASE)


def _recurring(index: _Index, sentence: Sentence) -> Iterator[FoundValue]:
    for unit, start, end in recurrences(sentence.plain, sentence.language) if index.recurring else ():
        if unit in index.recurring:
            yield sentence.found(index.recurring[unit], start, end, _SAME_RECURRENCE)


def _guessed(tokens: list[_Token], index: _Index, sentence: Sentence) -> Iterator[FoundValue]:
    stop_words = sentence.vocabulary.stop_words
    long = [
        token
        for token in tokens
        if len(token.word) >= _SHORTEST_GUESSED and token.word not in stop_words and token.word not in index.words
    ]
    if not 0 < len(long) <= _WORDS_GUESSED:
        return
    endings = mixed(Words, sentence.language).adverb_endings
    for token in long:
        alike = _SHORT_ALIKE if len(token.word) <= _SHORT else _ALIKE
        best = process.extractOne(
            _adjective(token.word, endings), index.guessed.keys(), scorer=fuzz.ratio, score_cutoff=alike
        )
        if best:
            yield FoundValue(index.guessed[best[0]], token.start, token.end, _certainty(best[1]))


def _adjective(word: str, endings: tuple[str, ...]) -> str:
    """Gives the adjective of an adverb: “rápida” of “rápidamente”."""
    ending = next((ending for ending in endings if word.endswith(ending)), "")
    return word.removesuffix(ending) if len(word) - len(ending) >= _SHORTEST_GUESSED else word


def _certainty(likeness: float) -> float:
    return round(_SAME_LETTERS - (100 - likeness) * _BY_HUNDREDTH, 3)


_indices: dict[int, tuple[SlotDefinition, str, _Index]] = {}


def _index_of(slot: SlotDefinition, language: str) -> _Index:
    """Kept by the slot's identity, together with the slot: its id can't be given to another one meanwhile."""
    kept = _indices.get(id(slot))
    if kept and kept[1] == language:
        return kept[2]
    if len(_indices) >= _REMEMBERED:
        _indices.clear()
    named = [
        (choice.value, name)
        for choice in slot.choices
        for name in (choice.value, *all_texts(choice.label), *choice.synonyms)
    ]
    index = _index(named, language)
    _indices[id(slot)] = (slot, language, index)
    return index


def _index(named: Iterable[tuple[Any, str]], language: str) -> _Index:
    """Builds the index of values with a name each."""
    named = list(named)
    phrases: dict[Name, Any] = {}
    by_word: list[tuple[str, Any]] = []
    for value, name in named:
        own = tuple(singular(fold(word)) for word in _WORD.findall(name.replace("_", " ")))
        if own:
            phrases.setdefault(own, value)
        by_word += [(word, value) for word in own]
    stop_words = part_of(language, Words).stop_words
    distinctive = {
        word: value
        for word, value in _only(by_word).items()
        if len(word) > 2 and word not in stop_words and not word[0].isdigit()
    }
    guessed = {" ".join(words): value for words, value in phrases.items() if len(" ".join(words)) >= _SHORTEST_GUESSED}
    guessed |= {word: value for word, value in distinctive.items() if len(word) >= _SHORTEST_GUESSED}
    words = frozenset(word for word, _ in by_word)
    longest = max(map(len, phrases), default=0)
    return _Index(phrases, distinctive, guessed, words, _only(_recurrences_of(named, language)), longest)


def _recurrences_of(named: Iterable[tuple[Any, str]], language: str) -> Iterator[tuple[str, Any]]:
    for value, name in named:
        for unit, _, _ in recurrences(fold(name.replace("_", " ")), language):
            yield unit, value


def _only(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    """Keeps the keys that stand for one value only."""
    values: dict[str, list[Any]] = {}
    for key, value in pairs:
        if value not in values.setdefault(key, []):
            values[key].append(value)
    return {key: of[0] for key, of in values.items() if len(of) == 1}
