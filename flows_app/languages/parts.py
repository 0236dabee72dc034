"""The parts of a human language, and what each says.

Every part is optional, and so is every field. Words are folded: in lower case and without accents. A field of the type
`Regex` holds alternatives of a regular expression (“half|middle”) for folded text in which numbers are digits.

A message is read with its own language's part, or with English's if there is none. Fields marked *mixed* are joined
with those of the languages that people mix into every other one: English and Spanish.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

Regex = str
Set = frozenset[str]


def words(text: str) -> Set:
    return frozenset(text.split())


def listed(text: str) -> tuple[str, ...]:
    """Phrases, with commas between them."""
    return tuple(" ".join(phrase.split()) for phrase in text.split(",") if phrase.strip())


def alternatives(of: Iterable[str]) -> Regex:
    """The longest first, so that “march” is not read as “mar”; of nothing, what never matches."""
    return "|".join(sorted(of, key=lambda word: (-len(word), word))) or "(?!)"


def either(regexes: Iterable[Regex]) -> Regex:
    """Joins those of several languages; of nothing, what never matches."""
    return "|".join(filter(None, regexes)) or "(?!)"


def union(sets: Iterable[Iterable[str]]) -> Set:
    return frozenset().union(*sets)


class Phrase(NamedTuple):
    """A regular expression, what it means, and how sure one can be of that.

    The meaning is the name of a function in `day_phrases` or `clock_phrases`, which reads the named groups.
    """

    pattern: str
    means: str
    certainty: float
    arguments: tuple[int, ...] = ()


@dataclass(frozen=True, eq=False, kw_only=True)
class About:
    # What a visitor might say first: shown in the preview of the widget.
    hello: str = ""
    # Whether people mix its words into other languages.
    understood_everywhere: bool = False


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
class Numbers:
    # The language as `text2num` calls it, which reads numbers in words. Without it, `spellings` can: “dwa” is “2”.
    spelled_in: str = "en"
    decimal_comma: bool = False
    # “one” and “un” are numbers only behind certain words; at the beginning, “one” is and “un” is not.
    ones: Set = frozenset()
    before_a_one: Set = frozenset()
    one_begins: bool = False
    # “cuarto” is the fourth, but for “las ocho y cuarto”.
    quarters: Set = frozenset()
    before_a_quarter: Set = frozenset()
    behind_a_quarter: Set = frozenset()
    # Close to numbers: “dressed to the nines”.
    no_numbers: Set = frozenset()
    # No number behind this word: “diez por ciento”.
    no_numbers_behind: Mapping[str, str] = field(default_factory=dict)
    # As people misspell numbers, and as `text2num` wants them spelled.
    spellings: Mapping[str, str] = field(default_factory=dict)
    multipliers: Mapping[str, int] = field(default_factory=dict)
    # Numbers that are nouns: “a dozen”.
    collectives: Mapping[str, int] = field(default_factory=dict)

    # Mixed. “23rd”, and “23 rd”.
    ordinal_endings: Regex = ""
    ordinal_endings_apart: Regex = ""
    minus: Regex = ""
    # “two and a half”; “half a dozen”, “a dozen of”, but not “my dozen”.
    and_a_half: Regex = ""
    half_of: Regex = ""
    a: Regex = ""
    of: Regex = ""
    owners: tuple[str, ...] = ()
    # A half alone: behind and before what it is none (“half past seven”), and what may follow it.
    half: Regex = ""
    no_half_behind: tuple[Regex, ...] = ()
    no_half_before: Regex = ""
    half_a: Regex = ""
    # “38 con 5” is 38.5; with a noun behind it, only if that is measured.
    spoken_point: Regex = ""
    measured: Regex = ""


@dataclass(frozen=True, eq=False, kw_only=True)
class Dates:
    """How days are named. Groups that the phrases may have: weekday, month, day, year, number, unit."""

    weekdays: Mapping[str, int] = field(default_factory=dict)
    months: Mapping[str, int] = field(default_factory=dict)
    # Calendar words long enough that a wrong letter still tells them; and wrong spellings that are less alike.
    calendar_words: tuple[str, ...] = ()
    spellings: Mapping[str, str] = field(default_factory=dict)
    # How many days or months a unit has, and how many “a few” are.
    days: Mapping[str, int] = field(default_factory=dict)
    in_months: Mapping[str, int] = field(default_factory=dict)
    few: Mapping[str, int] = field(default_factory=dict)
    # Language tags in which “5/6” is in May.
    month_first: Set = frozenset()
    # Without a digit, a weekday, a month, a calendar word or one of these, no phrase is looked for.
    hints: Set = frozenset()
    phrases: tuple[Phrase, ...] = ()
    # What an answer may be that is nothing but a day.
    bare: tuple[Phrase, ...] = ()


@dataclass(frozen=True, eq=False, kw_only=True)
class Times:
    """How the time is told. Groups: hour, minute, past, to, half (“a” or “p”), part and part2 (of the day)."""

    hints: Set = frozenset()
    phrases: tuple[Phrase, ...] = ()
    # Words for minutes past or to an hour, and for hours that are no digits.
    minutes: Mapping[str, int] = field(default_factory=dict)
    hours: Mapping[str, int] = field(default_factory=dict)
    # By word: morning, dawn, noon, afternoon, evening or night.
    parts: Mapping[str, str] = field(default_factory=dict)
    # A part of the day anywhere in the sentence: “this evening, a table at 8”.
    part_of_day: Regex = ""
    # “an hour before 8” (number, unit, way) and “in two hours” (number, unit): units in minutes, what is later.
    shift: Regex = ""
    from_now: Regex = ""
    units: Mapping[str, int] = field(default_factory=dict)
    later: Set = frozenset()
    halves: Set = frozenset()
    few: Mapping[str, int] = field(default_factory=dict)

    # Mixed. “17.30 hours”.
    hour_words: Regex = ""
    # Between two hours, of which the first counts.
    between: Regex = ""
    # They may follow a time: other words are what a number counts.
    behind: Set = frozenset()


@dataclass(frozen=True, eq=False, kw_only=True)
class Units:
    """What numbers count. All of it is mixed."""

    # By kind (people, adults, children, nights, days, … sizes), in the singular.
    kinds: Mapping[str, str] = field(default_factory=dict)
    # They say nothing of what a slot counts.
    empty: Set = frozenset()
    # Between a number and its unit: “4 more people”.
    between: Regex = ""
    # “half an hour”, “a room”, “one room”; and “hora y media”.
    half_a: Regex = ""
    a: Regex = ""
    one: Regex = ""
    half_behind: Regex = ""
    # One of these is not one of those who come.
    groups: Set = frozenset()
    # “me and my wife”, “2 adults and a child”.
    me: Regex = ""
    myself: Regex = ""
    my: Regex = ""
    relations: Regex = ""
    plural_endings: Regex = ""
    joining: Regex = ""
    joining_numbers: Regex = ""
    no_adjective: Regex = ""
    alone: Regex = ""
    # Right before a number of people that has no noun, and what may still stand between; and behind one: “4 at 8pm”.
    cues: Regex = ""
    cues_go_on: Regex = ""
    cues_end: Regex = ""
    before_a_time: Regex = ""


@dataclass(frozen=True, eq=False, kw_only=True)
class Money:
    """Names of currencies that Babel does not know. All of it is mixed."""

    slang: Mapping[str, str] = field(default_factory=dict)
    cents: Set = frozenset()
    # Codes that are words: “pay Bob 20”.
    no_codes: Set = frozenset()
    # “50 american dollars”.
    before_a_currency: Regex = ""
    # “5 euros and 50”.
    and_cents: Regex = ""
    # Where the noun stands in the currency's names: “US dollar”, “dólar estadounidense”.
    noun_at: int = -1
    # As people call the commonest ones, by their sign.
    signs: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, eq=False, kw_only=True)
class Recurrence:
    """How often something happens, by unit (day, week, fortnight, month, quarter, year, hour). All of it is mixed."""

    each: Regex = ""
    units: Mapping[str, Regex] = field(default_factory=dict)
    adverbs: Mapping[str, Regex] = field(default_factory=dict)


@dataclass(frozen=True, eq=False, kw_only=True)
class Contacts:
    # Countries in which a phone number without its country is tried: only for how certain it is, not for what it is.
    phone_regions: tuple[str, ...] = ()

    # Mixed. “ana at example dot com”; whether “at” is a word that stands in other places too.
    at: str = ""
    dot: str = ""
    at_is_common: bool = False


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
    """What is named but not meant."""

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
    by_type: Mapping[str, str] = field(default_factory=dict)
    # In a description or a question they say nothing of the slot.
    empty: Set = frozenset()
    # The word before a value of a text slot that has one of these in its name: “in” for a city.
    usual: Mapping[str, str] = field(default_factory=dict)
    # By for, to, with, from and in: with what an answer begins whose question has one of them.
    prepositions: Mapping[str, Regex] = field(default_factory=dict)
    asking: Regex = ""
    # “the code is …”.
    determiners: Regex = ""
    copulas: Regex = ""
    copulas_attached: Regex = ""


@dataclass(frozen=True, eq=False, kw_only=True)
class Cues:
    """What a message does with what was said before: verbose regular expressions. All of it is mixed."""

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


@dataclass(frozen=True, eq=False, kw_only=True)
class Doubts:
    """A yes that leaves it open: verbose regular expressions. All of it is mixed."""

    # A question, and what may stand before it.
    before_asking: Regex = ""
    asking: Regex = ""
    hedging: Regex = ""
    # At the end it leaves something unsaid.
    unfinished: Regex = ""
    # A wish for time, and what may stand before and behind it.
    before_time: Regex = ""
    time: Regex = ""
    behind_time: Regex = ""


@dataclass(frozen=True, eq=False, kw_only=True)
class Order:
    """Verbs that order the same."""

    # As one tells somebody to do it, and as the bot asks whether to do it.
    orders: Set = frozenset()
    asking: Set = frozenset()
    # What it is called.
    nouns: tuple[str, ...] = ()
    # Alone it is more likely about the conversation.
    needs_a_yes: bool = False


@dataclass(frozen=True, eq=False, kw_only=True)
class Agreement:
    """All that a plain yes may be made of: any other word makes a message no yes. All of it is mixed.

    Parentheses hold alternatives; an empty one is none: “(that|it) is (all|) right” stands for four phrases.
    """

    # It means yes by itself; in this language only (“y” is “and” in Spanish); elsewhere, and something else here (“ja”
    # is a laugh in Spanish).
    agreeing: tuple[str, ...] = ()
    here: tuple[str, ...] = ()
    otherwise: tuple[str, ...] = ()
    # It says nothing of the question: politeness, greetings, haste.
    kindness: tuple[str, ...] = ()
    # Whom one speaks to; “to my boss” is somebody else.
    called: tuple[str, ...] = ()
    # Just as it was said; and the same, but not at the end, where it leaves something unsaid: “ok so”.
    manner: tuple[str, ...] = ()
    opening: tuple[str, ...] = ()
    # It stands before an order: “you can send it”.
    leading: tuple[str, ...] = ()
    # It holds the words together that were shown: “from my”.
    joining: tuple[str, ...] = ()
    # It agrees to whatever stands before it: “50 to Ana, ok”; others would tell of it: “Ana agreed”.
    particle: tuple[str, ...] = ()
    # It stands for what is to be done, or for whom.
    pronoun: tuple[str, ...] = ()
    # It orders whatever is named behind it: “make the transfer”.
    doing: tuple[str, ...] = ()
    # It is made of these words and is no yes.
    ironic: tuple[str, ...] = ()
    # Short words, as they are typed in haste; longer ones are set right without a list.
    misspelt: Mapping[str, str] = field(default_factory=dict)

    # They say how, when or whether something is to be done. A question may hold them; a yes that repeats them is none.
    never: Set = frozenset()
    # A question begins with its verb, “Print your statement?”, unless it begins with one of these.
    no_verbs: Set = frozenset()
    # What confirmations are about, by any name. Orders count where the question, or the name of the flow, has a word of
    # that group; elsewhere none of these words may stand in a yes.
    orders: Mapping[str, Order] = field(default_factory=dict)

    # Before a verb they make it a statement: “it confirms”.
    subjects: Set = frozenset()
    # Others than who is asked, and what is theirs.
    persons: Set = frozenset()
    others: Set = frozenset()
    # They may stand between a verb and what it does something to: “send *my* savings”.
    articles: Set = frozenset()
    # “confirm with Ana” and “approved by her” tell of somebody else: these join only what the question has behind the
    # same word; the last ones a noun, too: “go ahead with the transfer”.
    strict: Set = frozenset()
    accompanying: Set = frozenset()
    # “50 of Ana”: hers, or from her.
    owning: Set = frozenset()
    # “50 and 50”.
    adding: Set = frozenset()
    # Where another way of answering begins: “or shall I wait?”.
    otherwise_asked: Regex = ""
    # By to, from, in, with and by: the words that lead that way.
    directions: Mapping[str, str] = field(default_factory=dict)

    # Where verbs carry their person: what stands before one in a statement (“lo envia”) but not behind “que”, and who
    # does it if they stand behind it (“que lo haga ella”).
    clitics: Set = frozenset()
    that: Set = frozenset()
    doers: Set = frozenset()
    # Whoever stands behind a verb without a preposition does it: “paga Ana”.
    doer_follows: bool = False
    # “si paga” begins a condition.
    conditions: Set = frozenset()
    # At the end of an order (“enviaselo”), those to me among them, of the first person (“renuevo”) and of the orders
    # that the same stem gives (“renueva”); and of what somebody has done, with its accent (“envié”).
    attached: Regex = ""
    attached_to_me: Regex = ""
    first_person: Regex = ""
    order_endings: tuple[str, ...] = ()
    past_endings: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False, kw_only=True)
class Acts:
    """Short phrases whose dialogue act is sure; the longest that fits wins. Mixed: the language's own are right where
    two disagree."""

    affirm: tuple[str, ...] = ()
    deny: tuple[str, ...] = ()
    cancel: tuple[str, ...] = ()
    clarify: tuple[str, ...] = ()
    chitchat: tuple[str, ...] = ()
    handoff: tuple[str, ...] = ()
    # They look like an act and are none: “no idea”.
    nothing: tuple[str, ...] = ()
    # They answer “anything else?” with a no, and are chitchat where nothing was asked.
    closing: tuple[str, ...] = ()
    # They are sure only if nothing follows.
    alone: tuple[str, ...] = ()
    # Anything may follow them where a yes or a no is expected: “yes change the amount”.
    opening: tuple[str, ...] = ()
    # They yield to what follows: “ok, forget it” is a cancel.
    weak: tuple[str, ...] = ()
    # Skipped before an act, and behind one.
    filler: tuple[str, ...] = ()
    polite: tuple[str, ...] = ()
    # They part a yes, a no or a cancel from what follows, as a comma does; the linking ones are skipped.
    linking: tuple[str, ...] = ()
    joining: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False, kw_only=True)
class Samples:
    """Words that people write to a bot and that neither the acts nor Django's translations have often enough: they tell
    the language of a message. Without accents, as many people type. A word that two languages share is in both."""

    words: str = ""
