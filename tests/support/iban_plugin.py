"""A slot type of a developer's own, as docs/plugins.md shows it."""

import re
from typing import Any

from flows_app.flow_language import SlotDefinition
from flows_app.registry import slot_type
from flows_app.slot_types import SlotType


@slot_type("iban")
class Iban(SlotType):
    """The number of a bank account, as ISO 13616 has it."""

    refusal = {
        "en": "Please give an IBAN, such as ES91 2100 0418 4502 0005 1332.",
        "es": "Dime un IBAN, por ejemplo ES91 2100 0418 4502 0005 1332.",
    }
    wrong_digits = {
        "en": "That IBAN has a wrong digit: please check it.",
        "es": "Ese IBAN tiene un dígito equivocado: compruébalo, por favor.",
    }
    json_schema = {"type": "string", "pattern": "^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$"}
    samples = ("ES9121000418450200051332", "DE89370400440532013000")
    # In one piece, or in groups of four.
    pattern = re.compile(
        r"\b(?:[A-Za-z]{2}\d{2}[A-Za-z0-9]{11,30}|[A-Z]{2}\d{2}(?: [A-Z0-9]{4}){2,7}(?: [A-Z0-9]{1,3})?)\b"
    )
    called = {"en": "iban account", "es": "iban cuenta"}
    typical = "ES91 2100 0418 4502 0005 1332"
    for_models = "an international bank account number, such as ES9121000418450200051332"
    field = {"type": "text", "autocapitalize": "characters", "spellcheck": "false"}
    label = {"en": "Account number (IBAN)", "es": "Número de cuenta (IBAN)"}

    def read(self, text: str) -> str:
        number = re.sub(r"[\s-]", "", text).upper()
        if not re.fullmatch(r"[A-Z]{2}\d{2}[A-Z0-9]{11,30}", number, re.ASCII):
            raise self.refused()
        if int("".join(str(int(sign, 36)) for sign in number[4:] + number[:4])) % 97 != 1:
            raise self.refused(self.wrong_digits)
        return number

    def shown(self, slot: SlotDefinition, value: Any, language: str) -> str:
        return " ".join(re.findall(".{1,4}", value))
