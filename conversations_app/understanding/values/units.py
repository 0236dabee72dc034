"""What numbers count. A number of nights is no number of guests."""

import re
from collections.abc import Iterable
from functools import lru_cache

from conversations_app.understanding.values.folding import fold, singular
from conversations_app.understanding.values.vocabulary import words
from flows_app.flow_language import SlotDefinition, all_texts

# Folded and singular.
_FAMILIES = {
    "people": (
        "people ppl peple poeple peopel pepole person pers guest gest diner party pax cover seat attendee participant"
        " passenger traveller traveler customer head"
        " folk visitor member friend other us persona gente comensal invitado asistente pasajero viajero huesped plaza"
        " cubierto amigo cliente nosotro"
    ),
    "adults": "adult grownup adulto mayor",
    "children": "child kid children baby infant toddler nino nina crio peque bebe menor hijo hija",
    "nights": "night noche",
    "days": "day dia",
    "weeks": "week semana fortnight",
    "months": "month mes",
    "years": "year yr ano old birthday",
    "hours": "hour hora hr",
    "minutes": "minute minuto min am pm o'clock oclock",
    "rooms": "room habitacion cuarto bedroom dormitorio",
    "tables": "table mesa",
    "tickets": "ticket entrada boleto billete pase",
    "stars": "star estrella rating point punto",
    "money": (
        "price cost budget precio coste importe presupuesto dollar euro pound buck quid eur usd gbp peso dolar libra"
        " cent centimo € $ £ pavo"
    ),
    "shares": "% percent percentage pct share por ciento porcentaje",
    "sizes": "km kilometer kilometre mile kilo kg gram gramo g litre liter litro meter metre metro cm m mile milla",
}
_FAMILY_OF = {word: family for family, words in _FAMILIES.items() for word in words.split()}
# How many of a smaller unit a larger one holds.
_HOLDS = {
    **{("years", "months"): 12, ("weeks", "days"): 7, ("weeks", "nights"): 7, ("hours", "minutes"): 60},
    **{("days", "hours"): 24, ("years", "weeks"): 52},
}
_WORD = re.compile(r"[a-z']+")
_EMPTY = words(
    "number of the a how many much which what is are do you your for count total quantity amount to in be will size"
    " value numero de la el los las cuanto cuanta que en para cantidad total son hay a un una"
)


def about(slot: SlotDefinition) -> frozenset[str]:
    """The words that name what a slot holds, in the singular."""
    texts = (slot.name.replace("_", " "), slot.description, *all_texts(slot.prompt))
    return _words_of(texts)


@lru_cache(maxsize=2048)
def _words_of(texts: tuple[str, ...]) -> frozenset[str]:
    words = {singular(word) for text in texts for word in _WORD.findall(_joined(fold(text)))}
    return frozenset(word for word in words if word not in _EMPTY and len(word) > 1)


def _joined(text: str) -> str:
    """A share is no number of cents."""
    return text.replace("per cent", "percent")


def families(words: Iterable[str]) -> frozenset[str]:
    return frozenset(_FAMILY_OF[word] for word in words if word in _FAMILY_OF)


def family(word: str) -> str | None:
    return _FAMILY_OF.get(singular(word))


def counts_people(slot: SlotDefinition) -> bool:
    """Of all kinds, so that adults and children are added up."""
    return "people" in families(about(slot))


def people_words() -> list[str]:
    return [word for word, family in _FAMILY_OF.items() if family in ("people", "adults", "children")]


def fits(word: str, slot: SlotDefinition) -> bool | None:
    """Whether a number of these is what the slot holds; None if the word tells nothing."""
    words = about(slot)
    kind = family(word)
    wanted = families(words)
    if singular(word) in words or kind in wanted:
        return True
    if kind in ("adults", "children") and "people" in wanted:
        return True
    if kind == "shares" and not wanted:
        return True
    return False if kind and (wanted or kind == "money") else None


def times_of(word: str, slot: SlotDefinition) -> int | None:
    """How many of what the slot counts are in one of these: 12 in a year, for a number of months."""
    kind = family(word)
    wanted = families(about(slot))
    held = (_HOLDS[kind, smaller] for smaller in sorted(wanted) if kind and (kind, smaller) in _HOLDS)
    return None if kind in wanted else next(held, None)
