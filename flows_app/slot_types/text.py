from flows_app.registry import slot_type
from flows_app.slot_types.base import Family, SlotType


@slot_type("text")
class Text(SlotType):
    """Any text."""

    refusal = {"en": "Please answer with some text.", "es": "Responde con algo de texto, por favor."}
    families = Family.WORDS | Family.FREE_TEXT
    samples = ("example", "Example text", "A1", "1234567890", "a", "1")
    example = "Ana"
    takes_numbers_as_texts = True
