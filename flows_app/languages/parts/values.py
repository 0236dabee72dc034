"""How a language writes and tells values: numbers, days, times, units, money."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from flows_app.languages.parts.writing import Phrase, Regex, Set


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
    # Phrases of answers that are nothing but a day.
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
    """Units that numbers count. All of it is mixed."""

    # By kind (people, adults, children, nights, days, … sizes), in the singular.
    kinds: Mapping[str, Set] = field(default_factory=dict)
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

    slang: Mapping[str, Set] = field(default_factory=dict)
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
    signs: Mapping[str, Set] = field(default_factory=dict)


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
