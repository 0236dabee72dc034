"""The parts of a human language, and what each says.

Every part is optional, and so is every field. Words are folded: in lower case and without accents. A field of the type
`Regex` holds alternatives of a regular expression (“half|middle”) for folded text in which numbers are digits.

A message is read with its own language's part, or with English's if there is none. Fields marked *mixed* are joined
with those of the languages that people mix into every other one: English and Spanish.
"""

from flows_app.languages.parts.acts import About, Acts, Agreement, Doubts, Order, Samples
from flows_app.languages.parts.sentences import Answers, Cues, Denials, Names, Slots, Words
from flows_app.languages.parts.values import Contacts, Dates, Money, Numbers, Recurrence, Times, Units
from flows_app.languages.parts.writing import Phrase, Regex, Set, alternatives, listed, words

__all__ = [
    "About",
    "Acts",
    "Agreement",
    "Answers",
    "Contacts",
    "Cues",
    "Dates",
    "Denials",
    "Doubts",
    "Money",
    "Names",
    "Numbers",
    "Order",
    "Phrase",
    "Recurrence",
    "Regex",
    "Samples",
    "Set",
    "Slots",
    "Times",
    "Units",
    "Words",
    "alternatives",
    "listed",
    "words",
]
