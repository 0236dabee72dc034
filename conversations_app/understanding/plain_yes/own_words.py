"""The words of what is to be confirmed: what the question shows, and how one orders just that."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from conversations_app.understanding.plain_yes.vocabulary import Action, Phrase, actions
from conversations_app.understanding.values.folding import fold
from flows_app.engine import DialogueContext
from flows_app.languages import mixed
from flows_app.languages.parts import Agreement, Money

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_NUMBER = re.compile(r"\d+(?:[.,:/]\d+)*")
# A question in the bot's message; the last one counts, up to another way of answering it.
_QUESTION = re.compile(r"([^.?!¿\n]|(?<=\d)[.](?=\d))+\?")


@dataclass(frozen=True, eq=False)
class Grammar:
    """Grammar of languages that may be mixed: directions, pronouns attached to verbs, and names of currencies."""

    agreement: Agreement
    # “desde” leads the same way as “from”.
    directions: Mapping[str, str]
    currencies: Mapping[str, str]
    otherwise: re.Pattern[str]
    attached: re.Pattern[str]
    # “mándamelo”: to me.
    attached_to_me: re.Pattern[str]
    first_person: re.Pattern[str]
    order_endings: frozenset[str]

    def direction_before(self, text: str) -> str:
        """The last one in a text; empty if there is none."""
        return next((way for word in reversed(words_of(text)) if (way := self.directions.get(word))), "")

    def may_not_repeat(self, word: str) -> bool:
        """A “no”, “after” or “other” is never just a part of a value; nor is a currency, which may be another one."""
        return word in self.agreement.never or word in self.currencies

    def without_clitics(self, word: str) -> str:
        """Strips the clitics that a word ends with, both if there are two: “enviaselo” gives “envia”."""
        return self.attached.sub("", word) or word


def grammar_of(context: DialogueContext) -> Grammar:
    languages = (context.read_in, context.language)
    return _grammar(mixed(Agreement, *languages), mixed(Money, *languages))


@lru_cache
def _grammar(agreement: Agreement, money: Money) -> Grammar:
    return Grammar(
        agreement=agreement,
        directions={word: way for way, words in agreement.directions.items() for word in words},
        currencies={word: sign for sign, words in money.signs.items() for word in (sign, *words)},
        otherwise=re.compile(rf"\b(?:{agreement.otherwise_asked})\b[^.?!\n]*", re.IGNORECASE),
        attached=re.compile(rf"(?:{agreement.attached})$"),
        attached_to_me=re.compile(rf"(?:{agreement.attached_to_me})$"),
        first_person=re.compile(rf"(.{{3,}})(?:{agreement.first_person})$"),
        order_endings=frozenset(agreement.order_endings),
    )


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
    grammar: Grammar

    def orders_by(self, word: str) -> bool:
        return self._is_among(word, self.orders) or any(_has_stem(word, stem, self.grammar) for stem in self.stems)

    def orders_beside_a_yes(self, word: str) -> bool:
        return self._is_among(word, self.orders_with_a_yes)

    def agree_on(self, direction: str, word: str) -> bool:
        """Whether the question has the word in that direction too: money goes *to* Ana, not from her."""
        others = {way for way, shown in self.directions if shown == word}
        return not others or self.grammar.directions[direction] in others

    def has(self, direction: str, word: str) -> bool:
        """Whether the question has the word in just that direction."""
        return (self.grammar.directions.get(direction), word) in self.directions

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
        to_me = self.grammar.attached_to_me.search(word) is not None
        is_to_another = to_me and any(way == "to" for way, _ in self.directions)
        return self.grammar.without_clitics(word) in orders and not is_to_another


def words_of(text: str) -> list[str]:
    return _WORD.findall(fold(text))


def number_in(word: str) -> str | None:
    """Gives a number as plain digits: “50,00” and “50.0” are 50, “1,000.00” is 1000."""
    found = _NUMBER.fullmatch(word)
    if found is None:
        return None
    whole, _, cents = re.sub(r"[.,](?=\d{3}\b)", "", word).replace(",", ".").partition(".")
    return f"{whole.lstrip('0') or '0'}.{cents.rstrip('0')}".rstrip(".")


def own_words(context: DialogueContext) -> OwnWords:
    prompt = context.question.prompt if context.question else ""
    return _own_words(prompt, context.active.name if context.active else "", grammar_of(context))


@lru_cache(maxsize=256)
def _own_words(prompt: str, flow_name: str, grammar: Grammar) -> OwnWords:
    decided = grammar.otherwise.sub(" ", prompt)
    asked = words_of(_asked(prompt, grammar))
    said = {*asked, *words_of(flow_name.replace("_", " "))}
    known = actions(grammar.agreement)
    meant = [action for action in known if said & (action.orders | action.asking)]
    first = asked[0] if asked else ""
    stem = grammar.first_person.match(first)
    words = words_of(prompt)
    others = _words_of_others(meant, known)
    shown = frozenset(words_of(decided)) - grammar.agreement.never - others - ({first} if stem else set())
    certain = [action for action in meant if not action.needs_a_yes]
    return OwnWords(
        shown=frozenset(word for word in shown if not _NUMBER.fullmatch(word)),
        orders=frozenset().union(*(action.orders for action in certain)),
        orders_with_a_yes=frozenset().union(*(action.orders for action in meant)),
        maybe_orders=_bare_order(first, stem, grammar),
        nouns=frozenset().union(*(action.nouns for action in meant)),
        numbers=frozenset(filter(None, map(number_in, _NUMBER.findall(prompt)))),
        currencies=frozenset(_currencies(prompt, grammar)),
        directions=frozenset(_directions(words, grammar)),
        stems=frozenset({stem[1]} if stem and not meant else ()),
        grammar=grammar,
    )


def _asked(prompt: str, grammar: Grammar) -> str:
    questions = [found[0] for found in _QUESTION.finditer(prompt)]
    return grammar.otherwise.sub(" ", questions[-1] if questions else prompt)


def _words_of_others(meant: list[Action], known: tuple[Action, ...]) -> frozenset[str]:
    """Gives the words that order other actions, and those by which the bot speaks of doing it itself."""
    others = [action.orders for action in known if action not in meant]
    nouns = {word for action in meant for noun in action.nouns if len(noun) == 1 for word in noun}
    own = frozenset().union(*(action.asking for action in meant)) - nouns
    return frozenset().union(*others) | own


def _bare_order(first: str, stem: re.Match[str] | None, grammar: Grammar) -> frozenset[str]:
    """“Print your statement?” begins with its verb; “Luis gets it?” with a name."""
    is_known = any(first in action.orders for action in actions(grammar.agreement))
    no_verb = first in grammar.agreement.never or first in grammar.agreement.no_verbs
    return frozenset({first} if len(first) > 3 and not stem and not is_known and not no_verb else ())


def _has_stem(word: str, stem: str, grammar: Grammar) -> bool:
    return word.startswith(stem) and grammar.without_clitics(word)[len(stem) :] in grammar.order_endings


def _currencies(prompt: str, grammar: Grammar) -> Iterator[str]:
    for sign in (*words_of(prompt), *(letter for letter in prompt if letter in grammar.currencies)):
        if currency := grammar.currencies.get(sign):
            yield currency


def _directions(words: list[str], grammar: Grammar) -> Iterator[tuple[str, str]]:
    """Each word of the question with the direction that stands nearest before it."""
    current = ""
    for word in words:
        if word in grammar.directions:
            current = grammar.directions[word]
        elif current:
            yield current, word
