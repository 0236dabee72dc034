"""What the user is told when a value does not fit and the slot has no words of its own for it."""

from collections.abc import Mapping
from enum import Enum


class Refusal(Enum):
    """A sentence in English and in Spanish. Its placeholders are those of messages, filters included."""

    # By type.
    TEXT = ("Please answer with some text.", "Responde con algo de texto, por favor.")
    INTEGER = ("Please give a whole number.", "Dime un número entero, por favor.")
    NUMBER = ("Please give a number.", "Dime un número, por favor.")
    BOOLEAN = ("Please answer yes or no.", "Responde sí o no, por favor.")
    DATE = ("Please give a date, such as 2026-05-31.", "Dime una fecha, por ejemplo 2026-05-31.")
    DATETIME = (
        "Please give a date and time, such as 2026-05-31T17:30.",
        "Dime una fecha y una hora, por ejemplo 2026-05-31T17:30.",
    )
    TIME = ("Please give a time, such as 17:30.", "Dime una hora, por ejemplo 17:30.")
    CHOICE = ("Please choose one of: {choices}.", "Elige una de estas opciones: {choices}.")
    EMAIL = ("Please give an e-mail address.", "Dime una dirección de correo electrónico, por favor.")
    PHONE = ("Please give a phone number.", "Dime un número de teléfono, por favor.")
    MONEY = ("Please give an amount, such as 12.50.", "Dime una cantidad de dinero, por ejemplo 12,50.")
    LIST = ("Please give a list.", "Dame una lista, por favor.")
    LIST_LENGTH = ("Please give at most {limit}.", "Dime {limit} como máximo, por favor.")

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
