from collections.abc import Sequence
from functools import lru_cache

from flows_app.flow_language import Choice, MessageTemplate, variations


def listed(choices: Sequence[Choice], language: str) -> str:
    """The choices as people see them on buttons."""
    return ", ".join(label_of(choice, language) for choice in choices)


def label_of(choice: Choice, language: str) -> str:
    """The value if there is no label, or one that needs slots: they are not at hand where a value stands alone."""
    label = label_template(choice, language)
    return choice.value if label is None or label.slots else label.render({})


def label_template(choice: Choice, language: str) -> MessageTemplate | None:
    """The variation that the choice's button shows."""
    return None if choice.label is None else _parsed(variations(choice.label, language)[0])


_parsed = lru_cache(maxsize=1024)(MessageTemplate.parse)
