"""PO files, written and read by Babel."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from email import message_from_string
from io import BytesIO, StringIO
from typing import Any

from babel.messages import Catalog
from babel.messages.catalog import Message as Entry
from babel.messages.pofile import PoFileError, PoFileParser, write_po

from flows_app.exchange.translations.messages import Message

# Babel takes “20% de…” for a Python format, and tools would then demand the same in the translation.
_FORMATS = {"python-format", "python-brace-format"}
# No language has more.
_PLURALS = 6
_BROKEN = (PoFileError, ValueError, LookupError, TypeError, AttributeError, AssertionError)


class _ReadCatalog(Catalog):
    """Takes only the language from a file's header: Babel would make room for as many plurals as it claims, and refuse
    dates and languages that it can't read. Keeps every entry: Babel would drop the second of two for one place."""

    num_plurals = _PLURALS

    def __init__(self) -> None:
        super().__init__()
        self.language = ""
        self.entries: list[Entry] = []

    def __setitem__(self, id: Any, message: Entry) -> None:
        if id == "" and not message.context:
            self.language = str(message_from_string(str(message.string)).get("Language", "")).strip()
        else:
            self.entries.append(message)


class _WrittenCatalog(Catalog):
    """Catalogue in any language that a bot may have: a code that Babel can't read (`es-ESP`) has no plurals, like a
    language that it does not know."""

    def _take_locale(self, code: str) -> None:
        try:
            self._set_locale(code)
        except ValueError:
            self._locale = None

    locale = property(Catalog._get_locale, _take_locale)


class TranslationsRefused(ValueError):
    """The file can't be used; the sentence says why."""


@dataclass(frozen=True)
class Translations:
    """A file that was read: its language, and its entries."""

    language: str
    entries: tuple[Entry, ...]


def as_po(
    messages: Iterable[Message], language: str, *, title: str, now: datetime, published: Iterable[Message] = ()
) -> str:
    """A translation that is still as it was published, while its source has changed since, is fuzzy: somebody should
    look at it again."""
    earlier = {message.context: message for message in published}
    catalog = _WrittenCatalog(
        locale=language.replace("-", "_"),
        project=title,
        version="draft",
        header_comment=f"# Texts of {title}.",
        # As msginit writes them where nobody is known.
        msgid_bugs_address="none",
        last_translator="Automatically generated",
        language_team="none",
        creation_date=now,
        revision_date=now,
        fuzzy=False,
    )
    for message in messages:
        before = _outdated(message, earlier.get(message.context))
        entry = catalog.add(
            message.source,
            message.translation,
            flags=["fuzzy"] if before else [],
            auto_comments=[message.comment],
            previous_id=[before] if before else [],
            context=message.context,
        )
        entry.flags -= _FORMATS
    written = BytesIO()
    write_po(written, catalog, width=0, include_previous=True)
    return written.getvalue().decode()


def _outdated(message: Message, earlier: Message | None) -> str:
    """The source that the translation was made of, if that is no longer the source."""
    if earlier is None or not message.translation or message.translation != earlier.translation:
        return ""
    return earlier.source if earlier.source != message.source else ""


def read_po(text: str, languages: Iterable[str]) -> Translations:
    """Raises TranslationsRefused for what is no PO file, or is in none of the languages."""
    if "\N{REPLACEMENT CHARACTER}" in text:
        raise TranslationsRefused("The file is not in UTF-8: save it in that encoding, and try again.")
    try:
        catalog = _ReadCatalog()
        PoFileParser(catalog, abort_invalid=True).parse(StringIO(text.removeprefix("\ufeff")))
    except PoFileError as broken:
        raise TranslationsRefused(f"This is no PO file: line {broken.lineno + 1} can't be read.") from None
    except _BROKEN:
        raise TranslationsRefused("This is no PO file: it can't be read.") from None
    return Translations(_language(catalog.language, list(languages)), tuple(catalog.entries))


def _language(written: str, languages: list[str]) -> str:
    if not written:
        raise TranslationsRefused("The file does not say its language: write “Language: es”, say, into its header.")
    code = written.replace("_", "-").lower()
    for wanted in (code, code.partition("-")[0]):
        for language in languages:
            if language.lower() == wanted:
                return language
    raise TranslationsRefused(f"The file is in “{written[:40]}”, which is none of the languages to translate into.")
