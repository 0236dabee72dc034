from collections.abc import Sequence

from flows_app.language import Choice, MessageTemplate, variations


def listed(choices: Sequence[Choice], language: str) -> str:
    """The choices as people see them on buttons."""
    return ", ".join(_label(choice, language) for choice in choices)


def _label(choice: Choice, language: str) -> str:
    """The value if there is no label, or one that needs slots: they are not at hand where a value is checked."""
    if choice.label is None:
        return choice.value
    label = MessageTemplate.parse(variations(choice.label, language)[0])
    return choice.value if label.slots else label.render({})
