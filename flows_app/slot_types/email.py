from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from flows_app.registry import slot_type
from flows_app.slot_types.base import SlotType


@slot_type("email")
class Email(SlotType):
    """An e-mail address."""

    refusal = {"en": "Please give an e-mail address.", "es": "Dime una dirección de correo electrónico, por favor."}
    json_schema = {"type": "string", "format": "email"}
    samples = ("someone@example.org",)
    example = "ana@example.org"
    is_free = False
    called = {"en": "email mail address", "es": "correo direccion"}
    typical = "ana@example.com"

    def read(self, text: str) -> str:
        try:
            validate_email(text)
        except ValidationError:
            raise self.refused() from None
        return text
