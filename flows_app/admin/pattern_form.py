from collections.abc import Iterator, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext

from flows_app.admin.fields import LinesField
from flows_app.admin.meanwhile import settings_changed_meanwhile
from flows_app.admin.pattern_words import as_lines, fit_lines, is_said, to_store, words_elsewhere, words_in
from flows_app.admin.settings_locking import fingerprint
from flows_app.flow_language.patterns import PATTERNS, check_patterns
from flows_app.limits import MESSAGE_LENGTH, VARIATIONS_PER_TEXT
from flows_app.models import Bot
from flows_app.plain_json import storable_text


class WordsField(LinesField):
    """The variations of one pattern in one language."""

    def __init__(self, pattern: str, language: str, words: Sequence[str]):
        super().__init__(
            initial=as_lines(words),
            # Words that the box can't show stay as they are.
            disabled=not fit_lines(words),
            widget=forms.Textarea(attrs={"rows": 2, "lang": language, "dir": "auto"}),
        )
        self.pattern = pattern
        self.language = language

    def validate(self, value: list[str]) -> None:
        if len(value) > VARIATIONS_PER_TEXT:
            raise forms.ValidationError(
                gettext("At most {most} variations, one a line; here are {count}.").format(
                    most=VARIATIONS_PER_TEXT, count=len(value)
                )
            )
        if longest := max((len(line) for line in value if len(line) > MESSAGE_LENGTH), default=0):
            raise forms.ValidationError(
                gettext("A line has {longest:,} characters; at most {most:,} are possible.").format(
                    longest=longest, most=MESSAGE_LENGTH
                )
            )
        if not all(map(storable_text, value)):
            raise forms.ValidationError(gettext("It holds characters that are no text."))
        try:
            check_patterns({self.pattern: value})
        except ValueError as refused:
            raise forms.ValidationError(str(refused)) from None


class PatternsForm(forms.Form):
    """A box for each pattern and language of a bot; for a pattern that may be left out, also whether it is said."""

    seen = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, data: Any = None, *, bot: Bot):
        super().__init__(data)
        self.bot = bot
        self.stored: dict[str, Any] = bot.settings.get("patterns", {})
        self.initial["seen"] = fingerprint(self.stored)
        for name, pattern in PATTERNS.items():
            stored = self.stored.get(name)
            if pattern.optional:
                said = is_said(pattern, stored)
                self.fields[said_key(name)] = forms.BooleanField(
                    required=False, initial=said, label=gettext("The bot says this")
                )
            for language in bot.languages:
                self.fields[words_key(name, language)] = WordsField(name, language, words_in(stored, language))

    def clean(self) -> dict[str, Any]:
        if self.cleaned_data.get("seen") != self.initial["seen"]:
            raise forms.ValidationError(settings_changed_meanwhile(self.bot))
        for name in self.changed_patterns:
            self._check_that_words_are_said(name)
        return self.cleaned_data

    @property
    def changed_patterns(self) -> list[str]:
        changed = set(self.changed_data)
        return [name for name in PATTERNS if changed.intersection(self._keys(name))]

    def patterns_to_store(self) -> dict[str, Any]:
        """Gives the patterns to store; those unchanged on the page stay exactly as they are stored."""
        patterns = dict(self.stored)
        for name in self.changed_patterns:
            written = self._to_store(name)
            if written is None:
                patterns.pop(name, None)
            else:
                patterns[name] = written
        return patterns

    def _keys(self, name: str) -> Iterator[str]:
        yield said_key(name)
        yield from (words_key(name, language) for language in self.bot.languages)

    def _check_that_words_are_said(self, name: str) -> None:
        key = said_key(name)
        has_words = any(self.cleaned_data.get(words_key(name, language)) for language in self.bot.languages)
        has_words = has_words or bool(words_elsewhere(self.stored.get(name), self.bot.languages))
        if has_words and self.cleaned_data.get(key) is False:
            self.add_error(key, gettext("Tick this, or empty the texts: what is left out keeps none."))

    def _to_store(self, name: str) -> Any:
        stored, pattern = self.stored.get(name), PATTERNS[name]
        words = {language: self._words(name, language) for language in self.bot.languages}
        said = self.cleaned_data.get(said_key(name), pattern.said_unless_told)
        return to_store(pattern, said, words, words_elsewhere(stored, self.bot.languages))

    def _words(self, name: str, language: str) -> list[str]:
        key = words_key(name, language)
        words: list[str] = self.cleaned_data[key]
        return words if key in self.changed_data else words_in(self.stored.get(name), language)


def _said_field(said: bool) -> forms.BooleanField:
    return forms.BooleanField(required=False, initial=said, label=gettext("The bot says this"))


def said_key(name: str) -> str:
    # Four letters: no language is called that.
    return f"{name}-said"


def words_key(name: str, language: str) -> str:
    return f"{name}-{language}"
