"""Texts that are missing in one of the bot's languages. A text that is written once is one in the main language."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext

from flows_app.flow_language import FlowDefinition, MessageError, MessageTemplate, SlotDefinition, Text, all_texts
from flows_app.flow_language.language_names import language_name
from flows_app.flow_language.text_places import text_places, texts_at
from flows_app.flow_language.texts import by_language
from flows_app.validation.context import ValidationContext
from flows_app.validation.findings import Finding, Path, warning

# The step's name, the slot's name, the place in it, and the text.
_Placed = tuple[str, str, Path, Text]


def check(definition: FlowDefinition, context: ValidationContext) -> Iterator[Finding]:
    """A flow that nobody has begun to translate is one finding, not one for each of its texts."""
    if len(context.languages) < 2:
        return
    worded = [placed for placed in _texts(definition) if _is_worded(placed[-1])]
    if worded and not any(isinstance(text, dict) for *_, text in worded):
        main, *others = context.languages
        sentence = gettext("All its texts are in {language} only: there are none in {languages}.").format(
            language=language_name(main), languages=_listed(others)
        )
        yield warning("missing_language", sentence)
        return
    for step, slot, inside, text in worded:
        if missing := _missing(text, context.languages):
            sentence = gettext("There is no text in {languages}.").format(languages=_listed(missing))
            yield warning("missing_language", sentence, step=step, slot=slot, field=str(inside[0]), inside=inside)


def _texts(definition: FlowDefinition) -> Iterator[_Placed]:
    for step in definition.all_steps():
        for inside, text in texts_at(step, text_places(type(step))):
            yield step.name, "", inside, text
    for slot in definition.slots_by_name.values():
        for inside, text in texts_at(slot, text_places(SlotDefinition)):
            yield "", slot.name, inside, text


def _missing(text: Text, languages: Sequence[str]) -> list[str]:
    """`es-MX` is served by `es`."""
    written = by_language(text, languages[0])
    return [language for language in languages if language not in written and language.partition("-")[0] not in written]


def _is_worded(text: Text) -> bool:
    """Whether it has words of its own: a placeholder, a number or a sign is the same in every language."""
    return any(character.isalpha() for wording in all_texts(text) for character in _own_words(wording))


def _own_words(wording: str) -> str:
    try:
        pieces = MessageTemplate.parse(wording).pieces
    except MessageError:
        return wording
    return "".join(piece for piece in pieces if isinstance(piece, str))


def _listed(languages: Sequence[str]) -> str:
    *most, last = [language_name(language) for language in languages]
    return gettext("{those} and {last}").format(those=", ".join(most), last=last) if most else last
