import re

import phonenumbers

from flows_app.registry import slot_type
from flows_app.slot_types.base import Family, SlotType
from flows_app.slot_types.refusals import Refusal

_MARKS = re.compile(r"[\s().\-/]")
_DIGITS = re.compile(r"\+?\d{6,15}")


@slot_type("phone")
class Phone(SlotType):
    """A phone number: its digits, behind a “+” if it begins with the code of a country."""

    in_languages = "phone"
    families = Family.WORDS | Family.DIALLED
    json_schema = {"type": "string", "pattern": r"^\+?\d{6,15}$"}
    samples = ("+34600000000",)
    takes_numbers_as_texts = True
    is_free = False
    typical = "600 123 456"

    def read(self, text: str) -> str:
        digits = _MARKS.sub("", text)
        if not _DIGITS.fullmatch(digits):
            raise self.refused()
        if digits.startswith("+"):
            self._check_length(digits)
        return digits

    def _check_length(self, number: str) -> None:
        """Checks only the length, by its country's plan: which numbers are in use changes faster than any tables."""
        try:
            parsed = phonenumbers.parse(number)
        except phonenumbers.NumberParseException as broken:
            is_country = broken.error_type == phonenumbers.NumberParseException.INVALID_COUNTRY_CODE
            raise self.refused(Refusal.PHONE_OF_NO_COUNTRY if is_country else None) from None
        match phonenumbers.is_possible_number_with_reason(parsed):
            case phonenumbers.ValidationResult.TOO_SHORT:
                raise self.refused(Refusal.PHONE_TOO_SHORT)
            case phonenumbers.ValidationResult.TOO_LONG:
                raise self.refused(Refusal.PHONE_TOO_LONG)
            case phonenumbers.ValidationResult.INVALID_LENGTH:
                raise self.refused()
