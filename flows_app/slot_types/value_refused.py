from collections.abc import Callable, Mapping

from flows_app.flow_language import MessageTemplate, variations
from flows_app.slot_types.refusals import Refusal

# Value of a placeholder: the same in every language, or a function that words it in a language.
Filling = str | int | Callable[[str], str]


class ValueRefused(ValueError):
    """The value does not fit the slot. Authors and logs see the English sentence, users the one in their language."""

    # The class of the error, if a check of the slot has crashed instead of refusing the value.
    crash = ""

    def __init__(self, why: Refusal | Mapping[str, str] | str, **fillings: Filling) -> None:
        """A mapping holds a sentence by language. A text is the one of a validator that somebody registered: it is said
        as it is, in every language."""
        self._why = why
        self._fillings = fillings
        super().__init__(self.in_language("en"))

    def in_language(self, language: str) -> str:
        """`es-MX` is served by `es`, and a language that we don't speak by English."""
        if isinstance(self._why, str):
            return self._why
        texts = self._why.texts if isinstance(self._why, Refusal) else self._why
        (sentence,) = variations(dict(texts), language)
        fillings = {name: _worded(filling, language) for name, filling in self._fillings.items()}
        return MessageTemplate.parse(sentence).render(fillings)


def _worded(filling: Filling, language: str) -> str | int:
    return filling(language) if callable(filling) else filling
