import re

import phonenumbers

from flows_app.registry import slot_type
from flows_app.slot_types.base import Family, SlotType

_MARKS = re.compile(r"[\s().\-/]")
_DIGITS = re.compile(r"\+?\d{6,15}")


@slot_type("phone")
class Phone(SlotType):
    """A phone number: its digits, behind a “+” if it begins with the code of a country."""

    refusal = {"en": "Please give a phone number.", "es": "Dime un número de teléfono, por favor."}
    families = Family.WORDS | Family.DIALLED
    json_schema = {"type": "string", "pattern": r"^\+?\d{6,15}$"}
    samples = ("+34600000000",)
    takes_numbers_as_texts = True
    is_free = False
    called = {"en": "phone number mobile", "es": "telefono numero movil celular"}
    typical = "600 123 456"

    too_short = {
        "en": "That phone number is too short for its country: please check it.",
        "es": "Ese número de teléfono es demasiado corto para su país: compruébalo, por favor.",
    }
    too_long = {
        "en": "That phone number is too long for its country: please check it.",
        "es": "Ese número de teléfono es demasiado largo para su país: compruébalo, por favor.",
    }
    unknown_country = {
        "en": "No country has the code that this phone number begins with: please check it.",
        "es": "Ningún país tiene el prefijo con el que empieza ese número de teléfono: compruébalo, por favor.",
    }

    def read(self, text: str) -> str:
        digits = _MARKS.sub("", text)
        if not _DIGITS.fullmatch(digits):
            raise self.refused()
        if digits.startswith("+"):
            self._check_length(digits)
        return digits

    def _check_length(self, number: str) -> None:
        """By its country's plan. Only the length: which numbers are in use changes faster than anybody's tables."""
        try:
            parsed = phonenumbers.parse(number)
        except phonenumbers.NumberParseException as broken:
            is_country = broken.error_type == phonenumbers.NumberParseException.INVALID_COUNTRY_CODE
            raise self.refused(self.unknown_country if is_country else None) from None
        match phonenumbers.is_possible_number_with_reason(parsed):
            case phonenumbers.ValidationResult.TOO_SHORT:
                raise self.refused(self.too_short)
            case phonenumbers.ValidationResult.TOO_LONG:
                raise self.refused(self.too_long)
            case phonenumbers.ValidationResult.INVALID_LENGTH:
                raise self.refused()
