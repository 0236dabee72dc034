"""Meanings of phrases for times of the day, by the names that languages use (`Times.phrases`)."""

import re
from collections.abc import Callable

from conversations_app.understanding.values.clock import Clock, clock, usual_hour
from conversations_app.understanding.values.sentence import Sentence
from flows_app.languages import mixed, part_of
from flows_app.languages.parts import Times

Match = re.Match[str]

_NEXT_WORD = re.compile(r" ?([a-z]+)")


def hour(match: Match, sentence: Sentence) -> Clock | None:
    """“At 7 in the evening”."""
    return clock(match["hour"], match.groupdict().get("minute"), _part(match, sentence))


def hour_unless_counting(match: Match, sentence: Sentence) -> Clock | None:
    """Gives the hour, but not in “about 20 people”."""
    return None if _counts_something(match, sentence) else hour(match, sentence)


def told(match: Match, sentence: Sentence) -> Clock | None:
    """“Las siete y media de la tarde”, “quarter to 8”, in all their parts."""
    found, times = match.groupdict(), part_of(sentence.language, Times)
    read = clock(str(times.hours.get(match["hour"], match["hour"])), found.get("minute") or found.get("minute2"))
    if read is None:
        return None
    minutes = _minutes(found.get("past"), times) - _minutes(found.get("to"), times)
    return read.shifted(minutes).in_part(_part(match, sentence))


def told_unless_counting(match: Match, sentence: Sentence) -> Clock | None:
    """Gives the time told, but not in “las 3 habitaciones”."""
    bare = _part(match, sentence) is None
    return None if bare and _counts_something(match, sentence) else told(match, sentence)


def at(match: Match, sentence: Sentence, hour: int) -> Clock:
    return Clock(hour)


def usual_time(match: Match, sentence: Sentence) -> Clock | None:
    """Gives the hour that people roughly mean by “in the evening”."""
    part = _part(match, sentence)
    return Clock(usual_hour(part)) if part else None


MEANINGS: dict[str, Callable[..., Clock | None]] = {
    meaning.__name__: meaning for meaning in (hour, hour_unless_counting, told, told_unless_counting, at, usual_time)
}


def _part(match: Match, sentence: Sentence) -> str | None:
    """Gives the part of the day; “a” or “p” if that was said."""
    found = match.groupdict()
    said = found.get("half") or found.get("part") or found.get("part2")
    return part_of(sentence.language, Times).parts.get(said, said) if said else None


def _minutes(word: str | None, times: Times) -> int:
    return 0 if word is None else times.minutes[word] if word in times.minutes else int(word)


def _counts_something(match: Match, sentence: Sentence) -> bool:
    """Whether a noun follows that the number counts."""
    behind = _NEXT_WORD.match(sentence.plain, match.end())
    vocabulary, dates = sentence.vocabulary, sentence.dates
    no_nouns = (vocabulary.stop_words, vocabulary.fillers, dates.weekdays, dates.calendar_words)
    return (
        behind is not None
        and not any(behind[1] in known for known in no_nouns)
        and behind[1] not in mixed(Times, sentence.language).behind
    )
