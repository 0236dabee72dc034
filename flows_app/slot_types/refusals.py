"""Sentences for the user when a value does not fit and the slot has no words of its own for it."""

from collections.abc import Mapping
from enum import Enum

from flows_app.languages import wordings_of


class Refusal(Enum):
    """The name of a sentence in the languages. Its placeholders are those of messages, filters included."""

    # By type.
    TEXT = "text"
    INTEGER = "integer"
    NUMBER = "number"
    BOOLEAN = "boolean"
    DATE = "date"
    DATETIME = "datetime"
    TIME = "time"
    CHOICE = "choice"
    EMAIL = "email"
    PHONE = "phone"
    MONEY = "money"
    LIST = "list"
    LIST_LENGTH = "list_length"
    PHONE_TOO_SHORT = "phone_too_short"
    PHONE_TOO_LONG = "phone_too_long"
    PHONE_OF_NO_COUNTRY = "phone_of_no_country"

    # By built-in validator.
    MIN = "min"
    MAX = "max"
    POSITIVE = "positive"
    MIN_LENGTH = "min_length"
    MAX_LENGTH = "max_length"
    PATTERN = "pattern"
    ONE_OF = "one_of"
    NOT_BEFORE = "not_before"
    NOT_AFTER = "not_after"

    # For any slot.
    MISFIT = "misfit"
    TOO_LONG = "too_long"
    # The reason is the one of the check, for authors: what users type can be stored.
    UNSTORABLE = "unstorable"

    @property
    def texts(self) -> Mapping[str, str]:
        """Sentences by language."""
        return wordings_of("refusals", self.value)
