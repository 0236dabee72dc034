"""What the user is told when a value does not fit and the slot has no words of its own for it."""

from collections.abc import Mapping
from enum import Enum


class Refusal(Enum):
    """A sentence in English and in Spanish. Its placeholders are those of messages, filters included."""

    # By built-in validator.
    MIN = ("It must be at least {limit}.", "Debe ser como mínimo {limit}.")
    MAX = ("It must be at most {limit}.", "Debe ser como máximo {limit}.")
    POSITIVE = ("It must be more than zero.", "Debe ser mayor que cero.")
    MIN_LENGTH = (
        "It must have at least {limit} characters.",
        "Debe tener al menos {limit} {limit|pluralize:'carácter,caracteres'}.",
    )
    MAX_LENGTH = (
        "It must have at most {limit} characters.",
        "Debe tener como máximo {limit} {limit|pluralize:'carácter,caracteres'}.",
    )
    PATTERN = ("It does not have the right form.", "No tiene el formato correcto.")
    ONE_OF = ("It must be one of: {values}.", "Debe ser una de estas opciones: {values}.")
    NOT_BEFORE = ("It must not be before {date}.", "No puede ser anterior a {date}.")
    NOT_AFTER = ("It must not be after {date}.", "No puede ser posterior a {date}.")

    # Whatever the slot.
    MISFIT = ("That does not fit.", "Eso no es válido.")
    TOO_LONG = ("That is too long.", "Eso es demasiado largo.")
    # The reason is the one of the check, for authors: what users type can be stored.
    UNSTORABLE = ("{reason}", "Eso no se puede guardar.")

    @property
    def texts(self) -> Mapping[str, str]:
        english, spanish = self.value
        return {"en": english, "es": spanish}
