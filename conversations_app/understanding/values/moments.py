from collections.abc import Iterator
from datetime import date, datetime, time, timedelta

from conversations_app.understanding.values.clock import Clock
from conversations_app.understanding.values.dates import find_days
from conversations_app.understanding.values.found import FoundValue
from conversations_app.understanding.values.sentence import Sentence
from conversations_app.understanding.values.times import find_clocks, find_moments_from_now

# “Tomorrow, if it can be done, at 5”: what is further apart may be about two things.
_TOGETHER = 25


def find_moments(sentence: Sentence) -> list[FoundValue]:
    """A day and a time of it; a time alone is the next such time, a day alone is no moment."""
    exact = list(find_moments_from_now(sentence))
    days = find_days(sentence)
    told = [_moment(clock, days, sentence) for clock in find_clocks(sentence)]
    return [*exact, *(found for found in told if not any(found.overlaps(one) for one in exact))]


def _moment(clock: FoundValue, days: tuple[FoundValue, ...], sentence: Sentence) -> FoundValue:
    day = min(days, key=lambda day: _apart(day, clock), default=None)
    if day is None:
        return clock.of_value(_next(clock.value, sentence.now)).of_certainty(clock.certainty * 0.6)
    certainty = min(day.certainty, clock.certainty) * (1 if _apart(day, clock) <= _TOGETHER else 0.7)
    moment = _on(day.value, clock.value, sentence.now)
    return FoundValue(moment.isoformat(), min(day.start, clock.start), max(day.end, clock.end), round(certainty, 3))


def _apart(one: FoundValue, other: FoundValue) -> int:
    return max(one.start - other.end, other.start - one.end, 0)


def _on(day: date, clock: Clock, now: datetime) -> datetime:
    """An open hour that is over today is meant in the afternoon."""
    moments = [_at(day, one, now) for one in _halves(clock)]
    return next((moment for moment in moments if day != now.date() or moment >= now), moments[0])


def _next(clock: Clock, now: datetime) -> str:
    today = [_at(now.date(), one, now) for one in _halves(clock)]
    return next((moment for moment in today if moment >= now), today[0] + timedelta(days=1)).isoformat()


def _halves(clock: Clock) -> Iterator[Clock]:
    yield clock.settled()
    if clock.open:
        yield clock.in_part("p")


def _at(day: date, clock: Clock, now: datetime) -> datetime:
    return datetime.combine(day, time(clock.hour, clock.minute), now.tzinfo)
