"""Readers of slot types in what people write: the grammars of the built-in types.

A type that is not here needs none: it tells by `SlotType.find` where its values stand, or it is a free text.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from conversations_app.understanding.values.booleans import find_booleans
from conversations_app.understanding.values.choices import find_choices
from conversations_app.understanding.values.contacts import find_emails, find_phones
from conversations_app.understanding.values.counting import find_counts, read_bare_count
from conversations_app.understanding.values.dates import find_dates, read_bare_date
from conversations_app.understanding.values.found import FoundValue
from conversations_app.understanding.values.lists import read_list
from conversations_app.understanding.values.moments import find_moments
from conversations_app.understanding.values.money import find_amounts
from conversations_app.understanding.values.objects import read_object
from conversations_app.understanding.values.sentence import LONGEST_READ, Sentence
from conversations_app.understanding.values.texts import read_text
from conversations_app.understanding.values.times import find_times, read_bare_time
from flows_app import slot_types
from flows_app.flow_language import SlotDefinition
from flows_app.slot_types import SlotType, type_of

# Certainty of a refused value: it counts only as the answer to a question, so that the user hears why.
REFUSED = 0.45


def _nowhere(slot: SlotDefinition, sentence: Sentence) -> Iterable[FoundValue]:
    return ()


@dataclass(frozen=True)
class Reader:
    # All values of the type in a sentence; what the type then refuses is left out, unless it is to be told.
    find: Callable[[SlotDefinition, Sentence], Iterable[FoundValue]] = _nowhere
    tells_refused: bool = False
    # Reads the whole answer to a question, for a type that is not told by its form.
    whole: Callable[[SlotDefinition, Sentence], FoundValue | None] | None = None
    # The value of a span that is nothing but a number or a word, which only the question explains.
    bare: Callable[[Sentence, int, int], FoundValue | None] | None = None
    # Whether “not friday” denies a value. A no is what it says.
    can_be_denied: bool = True
    # “From 6 to 7” is an old time and a new one; “from checking to savings” names two accounts of a transfer.
    can_be_changed: bool = True


def fits(slot: SlotDefinition, value: object) -> bool:
    """Tells whether the slot's type takes the value. Validators are not asked: the user is to hear why they refuse."""
    try:
        type_of(slot).coerce(slot, value)
    except ValueError:
        return False
    return True


def _find_by_form(slot: SlotDefinition, sentence: Sentence) -> Iterator[FoundValue]:
    text = sentence.text[:LONGEST_READ]
    for start, end in type_of(slot).find(text):
        yield FoundValue(text[start:end], start, end, 1.0)


_BY_FORM = Reader(_find_by_form, tells_refused=True)
_READERS: dict[type[SlotType], Reader] = {
    slot_types.Integer: Reader(find_counts, bare=read_bare_count),
    slot_types.Number: Reader(find_counts, bare=read_bare_count),
    slot_types.Money: Reader(find_amounts),
    slot_types.Boolean: Reader(find_booleans, can_be_denied=False, can_be_changed=False),
    slot_types.ChoiceType: Reader(find_choices, can_be_changed=False),
    slot_types.Date: Reader(lambda slot, sentence: find_dates(sentence), bare=read_bare_date),
    slot_types.Time: Reader(lambda slot, sentence: find_times(sentence), bare=read_bare_time),
    slot_types.DateTime: Reader(lambda slot, sentence: find_moments(sentence)),
    slot_types.Email: Reader(lambda slot, sentence: find_emails(sentence)),
    slot_types.Phone: Reader(lambda slot, sentence: find_phones(sentence), tells_refused=True),
    slot_types.List: Reader(whole=lambda slot, sentence: read_list(sentence)),
    slot_types.Object: Reader(whole=read_object),
    SlotType: Reader(whole=read_text),
}


def reader_of(slot: SlotDefinition) -> Reader:
    """Gives the reader of a slot: the type's own `find`, or the reader of the built-in type that it extends."""
    slot_type = type_of(slot)
    if slot_type.finds_itself:
        return _BY_FORM
    return next(_READERS[one] for one in type(slot_type).__mro__ if one in _READERS)
