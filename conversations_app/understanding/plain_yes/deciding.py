"""The one place that decides whether a text is a yes on which something may be done."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

from conversations_app.understanding.plain_yes.own_words import OwnWords, number_in, own_words, words_of
from conversations_app.understanding.plain_yes.vocabulary import Phrase, Vocabulary, vocabulary_for
from conversations_app.understanding.values import UNASKED, FoundValue, find_values
from flows_app.engine import DialogueContext
from flows_app.flow_language import SlotDefinition
from flows_app.slot_types import type_of
from flows_app.values import ValueRefused, accept

# A longer message says more than yes.
_LONGEST = 200
_MOST_WORDS = 9
# “sé” and “dé” are as short.
_LONGEST_SYLLABLE = 3
_TOKEN = re.compile(
    r"""\s*(?:
      (?P<word>\d+(?:[.,:]\d+)*(?:%|[^\W\d_]*)|[^\W\d_]+(?:['’][^\W\d_]+)*)
    | (?P<yes>[👍👌✅✔🆗💯])[\U0001F3FB-\U0001F3FF\uFE0F]*
    | (?P<smile>[:;=]-?[)D]|[🙂😊😀😃😄😁☺🙏❤🎉🥳🤝👋😉💪]\uFE0F?)
    | (?P<currency>[€$£])
    | (?P<hyphen>(?<=[^\W\d_])-(?=[^\W\d_]))
    | (?P<break>[.,;!¡\n–—…]+|:(?![-(/\\|\[])|-+)
    | (?P<quote>["“”«»'‘’*()]+)
    )\s*""",
    re.VERBOSE,
)
_TRAILS_OFF = re.compile(r"(?:\.{3,}|…)[\s\"”»']*$")


def is_plain_yes(text: str, context: DialogueContext) -> bool:
    """Tells whether a text agrees to the open question and says nothing else.

    Every word must be one that agrees (“yes”, “go ahead”), one of kindness (“please”, “thanks”), an order to do what is
    asked in its own words (“send it”), or a repetition of what was shown (“50 to Ana”, with just these values); and one
    at least must agree or order. A question mark, an unfinished sentence, and any word besides, make it no yes: nobody
    has to think of all the ways to hedge, to wait or to ask. A yes that is missed is asked for once more; a false one
    is acted on.
    """
    if len(text) > _LONGEST or any(sign in text for sign in "?¿？⁇؟") or _TRAILS_OFF.search(text):
        return False
    vocabulary = vocabulary_for(context.read_in, context.language)
    tokens = _tokens(text, vocabulary)
    return bool(tokens) and _Reading(tokens or [], vocabulary, own_words(context), text, context).is_yes()


@dataclass(frozen=True)
class _Token:
    word: str
    start: int
    # Whether a comma or the like stands before it: no phrase goes across.
    begins: bool = False
    agrees: bool = False
    # “envié”, which is “I have sent”, and not “envíe”.
    is_past: bool = False


def _tokens(text: str, vocabulary: Vocabulary) -> list[_Token] | None:
    """Splits a text into tokens; None if a sign is in it that no yes has. Ignores smiles and quotation marks."""
    tokens: list[_Token] = []
    place, begins = 0, True
    while place < len(text):
        found = _TOKEN.match(text, place)
        if found is None:
            return None if text[place:].strip() else tokens
        if found["break"]:
            if ":" in found["break"] and tokens and (tokens[-1].word,) not in vocabulary.agreeing:
                return None  # “Ana: yes”
            begins = not (found["break"] == "," and tokens and (tokens[-1].word,) in vocabulary.agreeing)
        elif (currency := found["currency"]) or found["yes"]:
            tokens.append(_Token(currency or found["yes"], found.start(), begins, agrees=not currency))
            begins = not currency
        elif found["word"]:
            tokens += [_token(word, found, begins, vocabulary) for word in _split(found["word"])]
            begins = False
        place = found.end()
    return tokens


def _token(word: str, found: re.Match[str], begins: bool, vocabulary: Vocabulary) -> _Token:
    is_past = len(word) > _LONGEST_SYLLABLE and found["word"].endswith(vocabulary.past_endings)
    return _Token(vocabulary.set_right(word), found.start("word"), begins, is_past=is_past)


def _split(word: str) -> list[str]:
    return [word] if word[0].isdigit() else words_of(word)


@dataclass(frozen=True)
class _Reading:
    """Reading of a text as a yes: one way through the words, from phrase to phrase, is enough."""

    tokens: list[_Token]
    vocabulary: Vocabulary
    own: OwnWords
    text: str
    context: DialogueContext

    def is_yes(self) -> bool:
        words = tuple(token.word for token in self.tokens)
        if _holds_any(words, self.vocabulary.ironic) or not self._directions_agree(words) or _says_twice(words):
            return False
        return self._reaches_the_end({}) or self._reaches_the_end(self._repeated_values)

    def _reaches_the_end(self, repeated: Mapping[int, str]) -> bool:
        """`repeated` are the places of words that repeat a value that was shown."""
        reached: list[set[bool]] = [set() for _ in range(len(self.tokens) + 1)]
        reached[0].add(False)
        for place in range(len(self.tokens)):
            for agreed in reached[place]:
                for length, agrees in self._steps(place, repeated, agreed):
                    reached[place + length].add(agreed or agrees)
        return True in reached[-1]

    def _steps(self, place: int, repeated: Mapping[int, str], agreed: bool) -> Iterator[tuple[int, bool]]:
        token = self.tokens[place]
        if token.agrees:
            yield 1, True
        elif place in repeated or self._is_shown(token.word):
            yield 1, False
        if any(self.own.orders_by(word) for word in self._orders_at(place)):
            yield 1, True
        elif agreed and any(self.own.orders_beside_a_yes(word) for word in self._orders_at(place)):
            yield 1, False
        for phrase in self._phrases_from(place):
            yield from self._phrase(place, phrase)
            if phrase[0] in self.own.maybe_orders and phrase[1:] in self.vocabulary.pronoun:
                yield len(phrase), True  # “print it”

    def _orders_at(self, place: int) -> list[str]:
        """Gives the forms in which the word may be an order; none if it tells what somebody does or has done: “lo
        envia”, “ya lo envié”, or what they must do first: “si paga”, but not “si pagalo”."""
        if self._doer_follows(place + 1) or self._source_follows(place + 1):
            return []
        word = self.tokens[place].word
        if self._follows_if(place) and self.own.grammar.without_clitics(word) == word:
            return []
        before = [token.word for token in self.tokens[:place]]
        while before and before[-1] in self.vocabulary.clitics:
            before.pop()
        if before and before[-1] in self.vocabulary.that:
            return [word, word.removesuffix("s")]  # “quiero que lo envíes”
        has_clitic = len(before) < place
        return [] if has_clitic or self.tokens[place].is_past or self._follows_a_subject(place) else [word]

    def _follows_a_subject(self, place: int) -> bool:
        """“Ana confirma”, “ella paga”."""
        if place == 0 or self.tokens[place].begins:
            return False
        before = self.tokens[place - 1].word
        return before in self.vocabulary.subjects or self._is_shown(before)

    def _doer_follows(self, place: int) -> bool:
        """“paga Ana”, “que lo haga ella”: in Spanish, whom it is done for stands behind an “a”."""
        if place == len(self.tokens) or self.tokens[place].begins:
            return False
        word = self.tokens[place].word
        known = self.vocabulary
        is_doer_behind = known.doer_follows or any(token.word in known.that for token in self.tokens)
        return word in known.doers or (is_doer_behind and self.own.is_recipient(word))

    def _source_follows(self, place: int) -> bool:
        """“send my savings”: what it is taken from is not what is sent."""
        articles = self.vocabulary.articles
        at = next((at for at, token in enumerate(self.tokens) if at >= place and token.word not in articles), None)
        if at is None:
            return False
        return self.own.is_source(self.tokens[at].word) or self._way_in_other_words(at) == "from"

    def _phrase(self, place: int, phrase: Phrase) -> Iterator[tuple[int, bool]]:
        known, end = self.vocabulary, place + len(phrase)
        if self._agrees(place, phrase) or phrase in self._labels():
            yield len(phrase), True
        if phrase in known.kindness or phrase in known.manner or phrase in self.own.nouns:
            yield len(phrase), False
        if phrase in known.called and not self._is_another(place):
            yield len(phrase), False
        if phrase in known.pronoun and not self._is_if(place, end):
            yield len(phrase), False
        if phrase in known.joining and self._joins(phrase[0], end):
            yield len(phrase), False
        if phrase in known.opening and end < len(self.tokens) and not self._adds(phrase, end):
            yield len(phrase), False
        if phrase in known.leading and self._leads_on(end) and not self._leads_to_somebody(phrase[-1], end):
            yield len(phrase), False
        if phrase in known.doing and self._names_it(end) and not self._doer_follows(end):
            yield len(phrase), True

    def _is_another(self, place: int) -> bool:
        """“to my boss”, “pay the guys”: behind such a word somebody is spoken of, not spoken to."""
        if place == 0 or self.tokens[place].begins:
            return False
        before = self.tokens[place - 1].word
        return (before,) in self.vocabulary.joining or (bool(self._orders_at(place - 1)) and self.own.orders_by(before))

    def _is_if(self, place: int, end: int) -> bool:
        """“si eso”, without accent and comma, begins a condition."""
        return end == len(self.tokens) and self._follows_if(place)

    def _follows_if(self, place: int) -> bool:
        if place == 0:
            return False
        before = self.tokens[place - 1]
        return self.text[before.start : self.tokens[place].start].strip().lower() in self.vocabulary.conditions

    def _joins(self, joint: str, place: int) -> bool:
        """Whether it leads to what was shown, over other joints: “from my current account”, but not “to my boss”."""
        if place == len(self.tokens) or self.tokens[place].begins:
            return False
        word, phrases = self.tokens[place].word, set(self._phrases_from(place))
        is_strict = joint in self.vocabulary.strict
        if joint in self.vocabulary.owning and self.own.is_recipient(word):
            return False
        if self._is_value(place):
            return True
        if self._is_shown(word):
            return not is_strict or self.own.has(joint, word)
        if not phrases.isdisjoint(self.own.nouns):
            return not is_strict or joint in self.vocabulary.accompanying  # “adelante con la transferencia”
        if not phrases.isdisjoint(self.vocabulary.joining) and self._joins(joint, place + 1):
            return True
        return not is_strict and not phrases.isdisjoint(self.vocabulary.pronoun)

    def _is_value(self, place: int) -> bool:
        return number_in(self.tokens[place].word) is not None or place in self._repeated_values

    def _adds(self, phrase: Phrase, place: int) -> bool:
        """“50 and 50”, “to him and to Ana”."""
        if phrase not in self.vocabulary.adding or not self.vocabulary.agreeing.isdisjoint(self._phrases_from(place)):
            return False
        word = self.tokens[place].word
        return (
            self._is_value(place)
            or self._is_shown(word)
            or (word,) in self.vocabulary.joining | self.vocabulary.pronoun
        )

    def _leads_to_somebody(self, last: str, place: int) -> bool:
        """“de acuerdo con Ana”, “agreed with her”."""
        word = self._behind(tuple(token.word for token in self.tokens), place)
        is_somebody = word in self.vocabulary.persons or self.own.is_recipient(word)
        return last in self.vocabulary.strict and is_somebody

    def _agrees(self, place: int, phrase: Phrase) -> bool:
        """Tells whether a phrase agrees; not if it is told of somebody, “Ana agreed”, or begins “good bye”."""
        known = self.vocabulary
        if phrase not in known.agreeing or (phrase not in known.particle and self._is_told(place, phrase)):
            return False
        return not any(kind in known.kindness and len(kind) > len(phrase) for kind in self._phrases_from(place))

    def _is_told(self, place: int, phrase: Phrase) -> bool:
        is_condition = phrase in self.vocabulary.doing and self._follows_if(place)
        return is_condition or self._follows_a_subject(place) or self._doer_follows(place + len(phrase))

    def _phrases_from(self, place: int) -> Iterator[Phrase]:
        for end in range(place + 1, min(place + _MOST_WORDS, len(self.tokens)) + 1):
            if end > place + 1 and self.tokens[end - 1].begins:
                return
            yield tuple(token.word for token in self.tokens[place:end])

    def _leads_on(self, place: int) -> bool:
        """Whether something to do follows: “puede que sí” is no order."""
        following = set(self._phrases_from(place))
        return bool(following) and (following.isdisjoint(self.vocabulary.agreeing) or self._is_doing(following))

    def _is_doing(self, phrases: set[Phrase]) -> bool:
        return not phrases.isdisjoint(self.vocabulary.doing)

    def _names_it(self, place: int) -> bool:
        """Whether what is to be done is named right behind an order: “make *the transfer*”."""
        while place < len(self.tokens) and not self.tokens[place].begins:
            phrases = set(self._phrases_from(place))
            if not phrases.isdisjoint(self.own.nouns) or self._is_shown(self.tokens[place].word):
                return True
            is_pronoun = not phrases.isdisjoint(self.vocabulary.pronoun)
            if phrases.isdisjoint(self.vocabulary.joining) or place + 1 == len(self.tokens):
                return is_pronoun
            place += 1
        return False

    def _is_shown(self, word: str) -> bool:
        if number := number_in(word):
            return self.own.numbers == {number}
        if currency := self.own.grammar.currencies.get(word):
            return currency in self.own.currencies
        return word in self.own.shown and (word,) not in self.vocabulary.joining | self.vocabulary.pronoun

    def _labels(self) -> set[Phrase]:
        """Labels of the question's options that mean yes."""
        options = self.context.question.options if self.context.question else ()
        agreeing = [option for option in options if (option.get("command") or {}).get("type") == "affirm"]
        return {tuple(words_of(str(option["label"]))) for option in agreeing}

    def _directions_agree(self, words: Phrase) -> bool:
        """Tells whether directions are as the bot said them, and not “from her account”."""
        ways, others = self.own.grammar.directions, self.vocabulary.others
        if any(ways.get(word) == "from" and owner in others for word, owner in pairwise(words)):
            return False
        return all(
            self._direction_agrees(word, following)
            for place, word in enumerate(words)
            if word in ways and (following := self._place_behind(words, place + 1)) < len(words)
        )

    def _direction_agrees(self, direction: str, place: int) -> bool:
        in_other_words = self._way_in_other_words(place)
        way = self.own.grammar.directions[direction]
        return self.own.agree_on(direction, self.tokens[place].word) and in_other_words in ("", way)

    def _way_in_other_words(self, place: int) -> str:
        """The direction of a value that the question shows in other words, perhaps of another language: “to my current
        account”, where it asked “desde tu cuenta corriente”."""
        return "" if self.own.shows(self.tokens[place].word) else self._repeated_values.get(place, "")

    def _behind(self, words: Phrase, place: int) -> str:
        """The next word that is not just a joint."""
        return "".join(words[self._place_behind(words, place) :][:1])

    def _place_behind(self, words: Phrase, place: int) -> int:
        while place < len(words) and (words[place],) in self.vocabulary.joining:
            place += 1
        return place

    @cached_property
    def _repeated_values(self) -> Mapping[int, str]:
        """Places of words that tell a slot just what it holds, “fifty”, “at 8 pm”, each with the direction in which the
        question has that value."""
        active = self.context.active
        held = {name: (active.slots[name], value) for name, value in active.values.items()} if active else {}
        repeated: dict[int, str] = {}
        for slot, value in held.values():
            for found in _tellings(slot, value, self.text, self.context.read_in, self.context):
                way = self._way_in_question(slot, value)
                repeated |= {
                    at: way
                    for at, token in enumerate(self.tokens)
                    if found.start <= token.start < found.end and not self.own.grammar.may_not_repeat(token.word)
                }
        return repeated

    def _way_in_question(self, slot: SlotDefinition, value: Any) -> str:
        prompt = self.context.question.prompt if self.context.question else ""
        shown = _tellings(slot, value, prompt, self.context.language, self.context)
        return self.own.grammar.direction_before(prompt[: shown[0].start]) if shown else ""


def _tellings(slot: SlotDefinition, value: Any, text: str, language: str, context: DialogueContext) -> list[FoundValue]:
    """Finds where a text gives the slot this value. Slots for yes or no are left out: that is what is to be decided."""
    if type_of(slot).is_yes_or_no:
        return []
    found = find_values(slot, text, language=language, now=context.now)
    return [one for one in found if one.certainty >= UNASKED and _is_same(slot, one.value, value)]


def _is_same(slot: SlotDefinition, said: Any, held: Any) -> bool:
    try:
        return bool(accept(slot, said) == held)
    except ValueRefused:
        return False


def _says_twice(words: Phrase) -> bool:
    """“50 and then 50” are two sums."""
    numbers = [number for word in words if (number := number_in(word))]
    return len(numbers) > len(set(numbers))


def _holds_any(words: Phrase, phrases: frozenset[Phrase]) -> bool:
    return any(words[at : at + length] in phrases for at in range(len(words)) for length in (2, 3))
