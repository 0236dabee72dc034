"""The words of what is to be confirmed: what the question shows, and how one orders just that."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from conversations_app.understanding.plain_yes.vocabulary import Action, Phrase, actions, never, no_verbs
from conversations_app.understanding.values.folding import fold
from flows_app.engine import DialogueContext

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_NUMBER = re.compile(r"\d+(?:[.,:/]\d+)*")
# What the bot asks: the last question of its message, up to another way of answering it.
_QUESTION = re.compile(r"([^.?!¿\n]|(?<=\d)[.](?=\d))+\?")
_OTHERWISE = re.compile(r"\b(?:or|o)\b[^.?!\n]*", re.IGNORECASE)
_CLITICS = re.compile(r"(?:(?:se|me|te|nos)?(?:lo|la|los|las)|le|les|se|me)$")
# “mándamelo”: to me.
_TO_ME = re.compile(r"(?:me|nos)(?:lo|la|los|las)?$")
_FIRST_PERSON = re.compile(r"(.{3,})(?:o|amos|emos|imos)$")
_ORDERED = ("a", "e", "en", "ar", "er", "ir")
_DIRECTIONS = {
    **dict.fromkeys(("to", "for", "a", "al", "para"), "to"),
    **dict.fromkeys(("from", "desde"), "from"),
    **dict.fromkeys(("in", "into", "en"), "in"),
    **dict.fromkeys(("with", "con"), "with"),
    **dict.fromkeys(("by", "por"), "by"),
}
_CURRENCIES = {
    **dict.fromkeys(("€", "eur", "euro", "euros", "eurs", "pavos"), "€"),
    **dict.fromkeys(("$", "usd", "dollar", "dollars", "buck", "bucks", "dolar", "dolares"), "$"),
    **dict.fromkeys(("£", "gbp", "pound", "pounds", "quid", "libra", "libras"), "£"),
}


@dataclass(frozen=True)
class OwnWords:
    shown: frozenset[str]
    orders: frozenset[str]
    # Orders that count only beside a yes, because alone they may be about the conversation.
    orders_with_a_yes: frozenset[str]
    # The verb that the question begins with, if it is none of the known ones: it may be a name too.
    maybe_orders: frozenset[str]
    nouns: frozenset[Phrase]
    numbers: frozenset[str]
    currencies: frozenset[str]
    directions: frozenset[tuple[str, str]]
    # Beginnings of a Spanish verb that no group has, such as “renuev” of “¿Renuevo tu póliza?”.
    stems: frozenset[str]

    def orders_by(self, word: str) -> bool:
        return self._is_among(word, self.orders) or any(_has_stem(word, stem) for stem in self.stems)

    def orders_beside_a_yes(self, word: str) -> bool:
        return self._is_among(word, self.orders_with_a_yes)

    def agree_on(self, direction: str, word: str) -> bool:
        """Whether the question has the word in that direction too: money goes *to* Ana, not from her."""
        others = {way for way, shown in self.directions if shown == word}
        return not others or _DIRECTIONS[direction] in others

    def has(self, direction: str, word: str) -> bool:
        """Whether the question has the word in just that direction."""
        return (_DIRECTIONS[direction], word) in self.directions

    def is_recipient(self, word: str) -> bool:
        return ("to", word) in self.directions

    def shows(self, word: str) -> bool:
        """Whether the question has the word, so that its own direction counts."""
        return any(shown == word for _, shown in self.directions)

    def is_source(self, word: str) -> bool:
        return {way for way, shown in self.directions if shown == word} == {"from"}

    def _is_among(self, word: str, orders: frozenset[str]) -> bool:
        if word in orders:
            return True
        is_to_another = _TO_ME.search(word) is not None and any(way == "to" for way, _ in self.directions)
        return without_clitics(word) in orders and not is_to_another


def direction_of(word: str) -> str | None:
    """“desde” leads the same way as “from”."""
    return _DIRECTIONS.get(word)


def direction_before(text: str) -> str:
    """The last one in a text; empty if there is none."""
    return next((way for word in reversed(words_of(text)) if (way := _DIRECTIONS.get(word))), "")


def currency_of(word: str) -> str | None:
    return _CURRENCIES.get(word)


def may_not_repeat(word: str) -> bool:
    """A “no”, “after” or “other” is never just a part of a value; nor is a currency, which may be another one."""
    return word in never() or word in _CURRENCIES


def without_clitics(word: str) -> str:
    """“enviaselo”: “envia”. Of the two that a word may end with, both go."""
    return _CLITICS.sub("", word) or word


def words_of(text: str) -> list[str]:
    return _WORD.findall(fold(text))


def number_in(word: str) -> str | None:
    """As plain digits: “50,00” and “50.0” are 50, “1,000.00” is 1000."""
    found = _NUMBER.fullmatch(word)
    if found is None:
        return None
    whole, _, cents = re.sub(r"[.,](?=\d{3}\b)", "", word).replace(",", ".").partition(".")
    return f"{whole.lstrip('0') or '0'}.{cents.rstrip('0')}".rstrip(".")


def own_words(context: DialogueContext) -> OwnWords:
    prompt = context.question.prompt if context.question else ""
    return _own_words(prompt, context.active.name if context.active else "")


@lru_cache(maxsize=256)
def _own_words(prompt: str, flow_name: str) -> OwnWords:
    decided = _OTHERWISE.sub(" ", prompt)
    asked = words_of(_asked(prompt))
    said = {*asked, *words_of(flow_name.replace("_", " "))}
    meant = [action for action in actions() if said & (action.orders | action.asking)]
    first = asked[0] if asked else ""
    stem = _FIRST_PERSON.match(first)
    words = words_of(prompt)
    shown = frozenset(words_of(decided)) - never() - _words_of_others(meant) - ({first} if stem else set())
    certain = [action for action in meant if not action.needs_a_yes]
    return OwnWords(
        shown=frozenset(word for word in shown if not _NUMBER.fullmatch(word)),
        orders=frozenset().union(*(action.orders for action in certain)),
        orders_with_a_yes=frozenset().union(*(action.orders for action in meant)),
        maybe_orders=_bare_order(first, stem),
        nouns=frozenset().union(*(action.nouns for action in meant)),
        numbers=frozenset(filter(None, map(number_in, _NUMBER.findall(prompt)))),
        currencies=frozenset(_currencies(prompt)),
        directions=frozenset(_directions(words)),
        stems=frozenset({stem[1]} if stem and not meant else ()),
    )


def _asked(prompt: str) -> str:
    questions = [found[0] for found in _QUESTION.finditer(prompt)]
    return _OTHERWISE.sub(" ", questions[-1] if questions else prompt)


def _words_of_others(meant: list[Action]) -> frozenset[str]:
    """How one would order something else than this; and how the bot speaks of doing it itself."""
    others = [action.orders for action in actions() if action not in meant]
    nouns = {word for action in meant for noun in action.nouns if len(noun) == 1 for word in noun}
    own = frozenset().union(*(action.asking for action in meant)) - nouns
    return frozenset().union(*others) | own


def _bare_order(first: str, stem: re.Match[str] | None) -> frozenset[str]:
    """“Print your statement?” begins with its verb; “Luis gets it?” with a name."""
    is_known = any(first in action.orders for action in actions())
    is_verb = len(first) > 3 and not stem and not is_known and first not in never() | no_verbs()
    return frozenset({first} if is_verb else ())


def _has_stem(word: str, stem: str) -> bool:
    return word.startswith(stem) and without_clitics(word)[len(stem) :] in _ORDERED


def _currencies(prompt: str) -> Iterator[str]:
    for sign in (*words_of(prompt), *(letter for letter in prompt if letter in _CURRENCIES)):
        if currency := _CURRENCIES.get(sign):
            yield currency


def _directions(words: list[str]) -> Iterator[tuple[str, str]]:
    """Each word of the question with the direction that stands nearest before it."""
    current = ""
    for word in words:
        if word in _DIRECTIONS:
            current = _DIRECTIONS[word]
        elif current:
            yield current, word
