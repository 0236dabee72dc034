from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from flows_app.flow_language import MessageTemplate, SlotDefinition, Text, Wording, choose, variations
from flows_app.values import Showing


@dataclass(frozen=True)
class CompiledText:
    """A text, taken apart once in each language. Values of these slots are shown as people say them, others as they
    are."""

    by_language: Mapping[str, tuple[MessageTemplate, ...]]
    main: tuple[MessageTemplate, ...]
    slots: Mapping[str, SlotDefinition] = field(default_factory=dict)

    @classmethod
    def of(cls, text: Text, slots: Mapping[str, SlotDefinition] | None = None) -> "CompiledText":
        written = text if isinstance(text, dict) else {}
        by_language = {language: _parsed(text, language) for language in written}
        return cls(by_language, _parsed(text, ""), slots or {})

    @classmethod
    def plain(cls, text: str) -> "CompiledText":
        """A text without placeholders, whatever it looks like."""
        return cls({}, (MessageTemplate((text,)),))

    def render(self, values: Mapping[str, Any], language: str, occasion: str) -> str:
        """Gives the text alone, for places that are never Markdown, such as a button's label."""
        return self.wording(values, language, occasion).text

    def wording(self, values: Mapping[str, Any], language: str, occasion: str) -> Wording:
        """`occasion` picks the variation: the same for a repeated turn."""
        templates = self.by_language.get(language) or self.by_language.get(language.partition("-")[0]) or self.main
        return templates[choose(len(templates), occasion)].wording(values, Showing(self.slots, language))


def _parsed(text: Text, language: str) -> tuple[MessageTemplate, ...]:
    return tuple(MessageTemplate.parse(one) for one in variations(text, language))
