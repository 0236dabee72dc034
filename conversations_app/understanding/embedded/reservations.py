"""Finds reservations in a yes: “yes, but wait until Friday”, “sure… no”. The action that a yes starts can't be taken
back, and asking once more costs little.
"""

import re
from functools import lru_cache

from conversations_app.understanding.acts import read_act
from conversations_app.understanding.acts.phrases import read_phrases
from conversations_app.understanding.embedded.cues import folded_alike
from conversations_app.understanding.embedded.situation import Situation
from conversations_app.understanding.values import find_values
from flows_app.flow_language import SlotDefinition
from flows_app.languages import mixed
from flows_app.languages.parts import Cues

_DAY = SlotDefinition(name="day", type="date")


def has_reservation(said: Situation) -> bool:
    """Tells whether a message that reads as a yes has a reservation."""
    more = _beyond_the_yes(said)
    reserving = _reserving(mixed(Cues, said.context.read_in))
    return bool(reserving.search(folded_alike(more))) or _names_another_day(more, said)


@lru_cache
def _reserving(cues: Cues) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{cues.reserving})\b", re.VERBOSE)


def answer_in_reservation(said: Situation) -> str | None:
    """Gives the answer that a reservation ends with: “sure… wait, no” ends with a no; None for most others."""
    more = _beyond_the_yes(said)
    further = read_act(more, language=said.context.read_in, expecting="yes_or_no") if more else None
    return further.act if further and further.act in ("deny", "cancel") and not further.rest else None


def _beyond_the_yes(said: Situation) -> str:
    """Gives the rest of the message without the words that mean yes and nothing else, such as “no problem”."""
    known = read_phrases(said.message, said.context.read_in, "yes_or_no")
    return known.rest if known and known.act == "affirm" else said.message


def _names_another_day(text: str, said: Situation) -> bool:
    active = said.context.active
    given = {str(value) for value in active.values.values()} if active else set()
    found = find_values(_DAY, text, language=said.context.read_in, now=said.context.now)
    return any(str(day.value) not in given for day in found)
