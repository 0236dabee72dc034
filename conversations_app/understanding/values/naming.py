"""Names within a sentence: where they end, and what is no name however much it stands in the place of one."""

from collections.abc import Sequence

from conversations_app.understanding.values.markers import Word
from conversations_app.understanding.values.units import about
from flows_app.flow_language import SlotDefinition
from flows_app.languages import mixed, part_of
from flows_app.languages.parts import Names


def takes_name(slot: SlotDefinition, language: str) -> bool:
    """Whether somebody's name is what the slot holds."""
    return not about(slot, language).isdisjoint(mixed(Names, language).slots)


def ends_name(said: Sequence[Word], place: int, language: str) -> bool:
    """Whether another phrase begins at a place: “Luis | out of my savings”."""
    following = tuple(word.word for word in said[place : place + 2])
    names = part_of(language, Names)
    return following[0] in names.leading_on or following in names.leading_on_together


def is_determiner(word: str, language: str) -> bool:
    return word in part_of(language, Names).determining


def is_text(said: Sequence[Word], language: str) -> bool:
    return said[0].word not in part_of(language, Names).pointing


def is_name(said: Sequence[Word], language: str) -> bool:
    is_number = said[0].word.isdigit()
    verbs = part_of(language, Names).verbs
    is_sentence = any(word.word in verbs for word in said)
    return not is_number and not is_sentence and not is_determiner(said[0].word, language)
