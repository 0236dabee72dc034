"""The words around values: in answers, names, denials, questions and corrections."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from flows_app.languages.parts.writing import Regex, Set


@dataclass(frozen=True, eq=False, kw_only=True)
class Words:
    """Small words, as they stand around what a message says."""

    # They say nothing of their own, at the beginning of an answer and anywhere.
    fillers: Set = frozenset()
    stop_words: Set = frozenset()
    # They lead over to what comes next: a text does not end with one.
    connectors: Set = frozenset()
    # “want to go”: the verbs before a word that otherwise leads over to somebody.
    before_a_verb: Set = frozenset()
    courtesies: tuple[str, ...] = ()
    # “Manchester, I guess”.
    hedges: tuple[str, ...] = ()
    question_words: Set = frozenset()

    # Mixed. “Anything vegan” is vegan, although there is a choice that is called “anything”.
    general: Set = frozenset()
    # “rapidamente” says “rapida”.
    adverb_endings: tuple[str, ...] = ()
    # With which a day or a time may begin.
    before_a_time: Set = frozenset()


@dataclass(frozen=True, eq=False, kw_only=True)
class Answers:
    """How people answer a question."""

    yes: tuple[str, ...] = ()
    no: tuple[str, ...] = ()
    # They say that an answer follows; whose name follows; and what begins other answers too, so that only a short one
    # counts.
    carriers: Regex = ""
    naming: Regex = ""
    weak_carriers: Regex = ""
    # Before a name: “la Ana”.
    articles_of_names: Regex = ""
    # By number, from the end if below zero.
    ordinals: Mapping[str, int] = field(default_factory=dict)
    # Between the last two things of a list.
    list_words: Regex = ""

    # Mixed. As one types a yes or no into a form.
    typed_yes: Set = frozenset()
    typed_no: Set = frozenset()
    # They are zero, where a number is asked for.
    nothing: Set = frozenset()
    uhm: Set = frozenset()
    # “with parking”, “without parking”, and what may stand between; what a slot's name may begin with: “has_parking”.
    wanted: tuple[str, ...] = ()
    unwanted: tuple[str, ...] = ()
    articles: Regex = ""
    asking_prefixes: Set = frozenset()
    # “the second one”, “option 2”, “the middle one”.
    before_a_position: Regex = ""
    of: Regex = ""
    behind_a_position: Regex = ""
    articles_of_positions: Regex = ""
    middle: Regex = ""
    behind_the_middle: Regex = ""
    # “without onions or garlic” leaves two things out, “without onions or garlic and salt” three.
    without: Regex = ""
    nor: Regex = ""
    also: Regex = ""
    # “the street is Mill Lane and the city Oxford”.
    joining: Regex = ""
    determiners: Regex = ""
    copulas: Regex = ""


@dataclass(frozen=True, eq=False, kw_only=True)
class Names:
    """Names within a sentence."""

    # No text begins with them: they point at something, or they belong to the verb.
    pointing: Set = frozenset()
    # “A mate” is somebody, but not by name.
    determining: Set = frozenset()
    # Behind a name they begin another phrase.
    leading_on: Set = frozenset()
    leading_on_together: frozenset[tuple[str, str]] = frozenset()
    # With one of them it is a sentence.
    verbs: Set = frozenset()

    # Mixed. A slot that is called so holds a name.
    slots: Set = frozenset()
    # A text that begins with one of them is a part of the sentence.
    no_names: Set = frozenset()


@dataclass(frozen=True, eq=False, kw_only=True)
class Denials:
    """Ways to name something that is not meant."""

    # “not checking, savings”: what follows is not meant; behind the soft ones only if something else is.
    negations: Regex = ""
    soft_negations: Regex = ""
    not_negated: Regex = ""
    # “move it from 6 to 7”: what stands between the last two gives way to what follows.
    changing: Regex = ""
    given_up: Regex = ""
    taken_up: Regex = ""

    # Mixed. Between a negation and what it is about.
    between: Regex = ""
    # “the bar no”, “friday, no, saturday”, “the bar no but inside”.
    no_at_the_end: Regex = ""
    no_behind: Regex = ""
    instead: Regex = ""
    # “not Ana, but Eva”.
    before_a_name: Regex = ""
    behind_a_name: Regex = ""
    between_names: Regex = ""


@dataclass(frozen=True, eq=False, kw_only=True)
class Slots:
    """How people and questions speak of a slot. All of it is mixed."""

    # By type: “amount” for one of money.
    by_type: Mapping[str, Set] = field(default_factory=dict)
    # In a description or a question they say nothing of the slot.
    empty: Set = frozenset()
    # The word before a value of a text slot that has one of these in its name: “in” for a city.
    usual: Mapping[str, Set] = field(default_factory=dict)
    # By for, to, with, from and in: with what an answer begins whose question has one of them.
    prepositions: Mapping[str, Regex] = field(default_factory=dict)
    asking: Regex = ""
    # “the code is …”.
    determiners: Regex = ""
    copulas: Regex = ""
    copulas_attached: Regex = ""


@dataclass(frozen=True, eq=False, kw_only=True)
class Cues:
    """Signs of what a message does with what was said before: verbose regular expressions. All of it is mixed."""

    # At the beginning, one behind the other: “no wait, sorry, I meant”; and those that mean little by themselves.
    taking_back: Regex = ""
    weak: Regex = ""
    # Anywhere.
    changing: Regex = ""
    asking: Regex = ""
    not_knowing: Regex = ""
    # A yes with one of them is not quite one.
    reserving: Regex = ""
    # Behind a value that takes another's place.
    behind_a_value: Set = frozenset()
    # Before a value they say nothing of its slot; nothing is called by one of the linking ones alone.
    too_common: Set = frozenset()
    linking: Set = frozenset()
