"""Things with several named parts: “street: 5 Mill Lane, city: Oxford”, “la calle es Alcalá 20 y la ciudad Madrid”."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from conversations_app.understanding.values.folding import fold, singular
from conversations_app.understanding.values.found import FoundValue
from conversations_app.understanding.values.sentence import LONGEST_READ, Sentence
from conversations_app.understanding.values.units import about
from flows_app.flow_language import SlotDefinition
from flows_app.languages import mixed
from flows_app.languages.parts import Answers
from flows_app.limits import ITEMS_PER_VALUE

_WORD = r"[^\W\d][\w-]{0,30}"
_AROUND = " \t\n,;."
_SIGNED, _KNOWN = 0.95, 0.85


@dataclass(frozen=True)
class _Key:
    """Name of a part, and the places where the name and the value begin."""

    name: str
    start: int
    end: int
    signed: bool
    # A single one of the others may be any sentence: “the house is old”.
    sure: bool


@lru_cache
def _key(answers: Answers) -> re.Pattern[str]:
    joining, copulas = answers.joining, answers.copulas
    determiners = answers.determiners
    return re.compile(
        rf"(?:^|[,;.\n]|\s(?P<and>{joining})(?=\s))\s{{0,5}}(?:(?:{joining}) )?(?P<article>(?:{determiners}) )?"
        rf"(?:(?P<shown>{_WORD}(?: {_WORD}){{0,2}}?)(?P<sign>\s?[:=]\s?| (?:{copulas}) )|(?P<bare>{_WORD}) )",
        re.IGNORECASE,
    )


def read_object(slot: SlotDefinition, sentence: Sentence) -> FoundValue | None:
    """Reads an object by the names before its parts, shown by a colon, an “is” or the slot's own description."""
    text = sentence.text[:LONGEST_READ]
    keys = list(_keys(slot, sentence, text))[:ITEMS_PER_VALUE]
    if not keys or (len(keys) == 1 and not keys[0].sure):
        return None
    ends = [*(key.start for key in keys[1:]), len(text)]
    parts = {key.name: text[key.end : end].strip(_AROUND) for key, end in zip(keys, ends, strict=True)}
    certainty = _SIGNED if all(key.signed for key in keys) else _KNOWN
    return FoundValue(parts, 0, len(text.rstrip()), certainty) if all(parts.values()) else None


def _keys(slot: SlotDefinition, sentence: Sentence, text: str) -> Iterator[_Key]:
    place, any_signed = 0, False
    key = _key(mixed(Answers, sentence.language))
    while match := key.search(text, place):
        said = fold(match["shown"] or match["bare"])
        known = singular(said) in about(slot, sentence.language)
        # “The street is … and the city …”: the verb goes without saying.
        goes_on = any_signed and match["and"] and match["article"]
        if _is_noun(said, sentence) and (match["sign"] or known or goes_on):
            any_signed |= match["sign"] is not None
            sure = known or (match["sign"] or "").strip() in (":", "=")
            yield _Key(re.sub(r"[\s-]+", "_", said), match.start(), match.end(), match["sign"] is not None, sure)
            place = match.end()
        else:
            place = match.start() + 1


def _is_noun(said: str, sentence: Sentence) -> bool:
    first = said.split()[0]
    return first not in sentence.vocabulary.stop_words and first not in sentence.vocabulary.question_words
