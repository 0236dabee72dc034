"""Dates of languages that have none in their folder, by `dateparser`: it knows many, but takes its time."""

import re
from collections.abc import Iterator
from datetime import date
from typing import cast

from conversations_app.understanding.values.found import FoundValue
from conversations_app.understanding.values.sentence import Sentence
from flows_app.languages import own_part
from flows_app.languages.parts import Dates

# At most one number with a word on either side: short, so that a miss costs little.
_DATE_LIKE = re.compile(
    r"(?<![\d/.:-])\d{1,4}(?:[-/.]\d{1,4}){0,2}\.?(?: (?:de )?[a-z]{3,12}\b)?(?: (?:de )?\d{4}\b)?(?![:\d])"
)
_TRIED_AT_MOST = 3


def read_elsewhere(sentence: Sentence) -> Iterator[FoundValue]:
    if own_part(sentence.language, Dates):
        return
    for match in list(_DATE_LIKE.finditer(sentence.plain))[:_TRIED_AT_MOST]:
        found = sentence.found(None, match.start(), match.end(), 0.8)
        day = _parsed(sentence.text[found.start : found.end], sentence)
        if day:
            yield found.of_value(day)


def _parsed(text: str, sentence: Sentence) -> date | None:
    import dateparser  # type: ignore[import-untyped] # a fifth of a second, and most bots never need it

    parsed = dateparser.parse(
        text,
        languages=[sentence.language],
        settings={
            "RELATIVE_BASE": sentence.now.replace(tzinfo=None),
            "PREFER_DATES_FROM": "future",
            "REQUIRE_PARTS": ["day", "month"],
        },
    )
    return cast(date, parsed.date()) if parsed else None
