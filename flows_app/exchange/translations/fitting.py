"""Translations of a file put into a draft: what fits is taken, and what does not is told."""

from collections.abc import Iterable, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from babel.messages.catalog import Message as Entry

from flows_app.drafts.taking_apart import Written
from flows_app.exchange.translations.messages import Message, messages_of
from flows_app.exchange.translations.po import Translations
from flows_app.flow_language import MessageError, MessageTemplate
from flows_app.flow_language.text_places import TextPath
from flows_app.flow_language.texts import by_language, with_variant, wordings
from flows_app.limits import MESSAGE_LENGTH
from flows_app.plain_json import storable_text


@dataclass(frozen=True)
class LeftOut:
    """A translation that was not taken, and why."""

    # Its context, as the file has it.
    place: str
    sentence: str
    # The same in words, if there is such a place.
    words: str = ""


@dataclass
class Fitted:
    document: Written
    taken: int = 0
    # Translations that are there already.
    unchanged: int = 0
    left_out: list[LeftOut] = field(default_factory=list)
    # Contexts that were found in the document.
    known: set[str] = field(default_factory=set)


def fit(document: Written, translations: Translations, main: str, prefix: str = "") -> Fitted:
    """Into a copy of the document. Entries that belong elsewhere are not looked at: `unknown` tells of them."""
    language = translations.language
    messages = {message.context: message for message in messages_of(document, language, main, prefix)}
    fitted = Fitted(deepcopy(document))
    taken: list[tuple[Message, str]] = []
    translated: set[str] = set()
    for entry in translations.entries:
        message = messages.get(entry.context or "")
        if message is None:
            continue
        fitted.known.add(message.context)
        if not _is_translated(entry):
            continue
        if problem := _TWICE if message.context in translated else _problem(entry, message):
            fitted.left_out.append(LeftOut(message.context, problem, message.comment))
            continue
        translated.add(message.context)
        if entry.string == message.translation:
            fitted.unchanged += 1
        else:
            taken.append((message, str(entry.string)))
    _put_in(fitted.document, taken, language, main)
    fitted.taken = len(taken)
    return fitted


def unknown(translations: Translations, known: Iterable[str]) -> list[LeftOut]:
    """Entries with a translation that belong nowhere."""
    found = set(known)
    return [
        LeftOut(entry.context or f"“{_forms(entry.id)[0]}”", _NO_CONTEXT if not entry.context else _NO_PLACE)
        for entry in translations.entries
        if entry.context not in found and _is_translated(entry)
    ]


_NO_CONTEXT = "It does not say where it belongs (msgctxt)."
_TWICE = "The file translates this text twice: only the first translation counts."
_NO_PLACE = "There is no such text (any more)."


def _is_translated(entry: Entry) -> bool:
    """Blanks are no translation: people would get an empty message."""
    return any(form.strip() for form in _forms(entry.string))


def _forms(texts: Any) -> Sequence[str]:
    """One, or several of an entry with plural forms."""
    return (texts,) if isinstance(texts, str) else texts


def _problem(entry: Entry, message: Message) -> str:
    written = entry.string
    if not isinstance(written, str):
        return "It has plural forms (msgid_plural), and texts of a bot have none."
    if written == message.translation and not entry.fuzzy:
        return ""  # It is there already.
    if entry.id != message.source:
        return f"The text has changed since: it is “{message.source}” now."
    if entry.fuzzy:
        return "It is marked as fuzzy: look at it again, and take the mark away."
    if len(written) > MESSAGE_LENGTH:
        return f"It has more than {MESSAGE_LENGTH:,} characters."
    if not storable_text(written):
        return "It holds characters that are no text."
    return _problem_of_placeholders(message.source, written)


def _problem_of_placeholders(source: str, written: str) -> str:
    """The same slots must be shown, in whatever order and by whatever filters."""
    try:
        shown = MessageTemplate.parse(written).slots
    except MessageError as broken:
        return str(broken)
    try:
        wanted = MessageTemplate.parse(source).slots
    except MessageError:
        return ""  # The source has a finding of its own.
    told = [f"{{{name}}} is missing in it" for name in sorted(wanted - shown)]
    told += [f"{{{name}}} is not in the text" for name in sorted(shown - wanted)]
    return f"The placeholder {', '.join(told)}." if told else ""


def _put_in(document: Written, taken: list[tuple[Message, str]], language: str, main: str) -> None:
    """Wordings that the file does not speak of stay."""
    by_text: dict[TextPath, dict[int, str]] = {}
    texts = {message.path: message.text for message, _ in taken}
    for message, written in taken:
        by_text.setdefault(message.path, {})[message.number] = written
    for path, numbered in by_text.items():
        there = dict(enumerate(wordings(by_language(texts[path], main).get(language))))
        wanted = [wording for _, wording in sorted((there | numbered).items())]
        _holder(document, path)[path[-1]] = with_variant(texts[path], language, main, wanted)


def _holder(document: Written, path: TextPath) -> Any:
    here: Any = document
    for part in path[:-1]:
        here = here[part]
    return here
