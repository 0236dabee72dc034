"""The form of a bot's starters: a row for each, with its flow and a box for its label in each language."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext
from pydantic import ValidationError as NotInTheLanguage

from flows_app.admin.pattern_words import words_elsewhere, words_in
from flows_app.admin.settings_locking import fingerprint
from flows_app.flow_language import BotSettings
from flows_app.flow_language.complaints import complaints
from flows_app.limits import BUTTON_LENGTH, STARTERS
from flows_app.models import Bot


class StartersForm(forms.Form):
    # The stored value when the page was made: tells whether somebody has changed it since.
    seen = forms.CharField(widget=forms.HiddenInput)

    def __init__(self, data: Any = None, *, bot: Bot, may_write: bool = True):
        super().__init__(data)
        self.bot = bot
        self.stored: list[dict[str, Any]] = list(bot.settings.get("starters") or ())
        self.starters: list[dict[str, Any]] = []
        self.initial = {"seen": fingerprint(self.stored)}
        for place in range(STARTERS):
            self._add_row(place, self.stored[place] if place < len(self.stored) else {})
        for field in self.fields.values():
            field.disabled = not may_write

    def _add_row(self, place: int, stored: Mapping[str, Any]) -> None:
        names = [*self.bot.flows.order_by("name").values_list("name", flat=True)]
        if (gone := stored.get("flow")) and gone not in names:
            names.append(gone)
        flow = forms.ChoiceField(
            label=gettext("Flow of button {number}").format(number=place + 1),
            required=False,
            choices=[("", "–"), *((name, name) for name in names)],
            initial=stored.get("flow", ""),
        )
        self.fields[flow_key(place)] = flow
        for language in self.bot.languages:
            self.fields[label_key(place, language)] = forms.CharField(
                label=gettext("Label of button {number}, {language}").format(number=place + 1, language=language),
                required=False,
                max_length=BUTTON_LENGTH,
                initial=next(iter(words_in(stored.get("label"), language)), ""),
                widget=forms.TextInput(attrs={"lang": language, "dir": "auto"}),
            )

    def clean(self) -> dict[str, Any]:
        if not self.errors:
            self.starters = [starter for place in range(STARTERS) if (starter := self._starter(place))]
        if not self.errors:
            self._check()
        return self.cleaned_data

    def _starter(self, place: int) -> dict[str, Any] | None:
        """None for an empty row, or one that is not whole."""
        flow = self.cleaned_data[flow_key(place)]
        labels = {code: self.cleaned_data[label_key(place, code)] for code in self.bot.languages}
        own = {language: label for language, label in labels.items() if label}
        if bool(flow) == bool(own):
            return {"label": self._label(own, place), "flow": flow} if flow else None
        missing, sentence = (
            (label_key(place, self.bot.languages[0]), gettext("Write what the button says."))
            if flow
            else (flow_key(place), gettext("Choose the flow that the button starts."))
        )
        self.add_error(missing, sentence)
        return None

    def _label(self, own: Mapping[str, str], place: int) -> str | dict[str, str]:
        """One text where all languages say the same; what is stored for languages without a box stays."""
        stored = self.stored[place]["label"] if place < len(self.stored) else None
        elsewhere = words_elsewhere(stored, self.bot.languages)
        if not elsewhere and len(own) == len(self.bot.languages) and len({*own.values()}) == 1:
            return next(iter(own.values()))
        return {**elsewhere, **own}

    def _check(self) -> None:
        written = {"starters": self.starters}
        try:
            read = BotSettings.model_validate(written)
        except NotInTheLanguage as refused:
            self.add_error(None, " ".join(complaint.sentence for complaint in complaints(written, refused)))
            return
        for name in self.bot.unknown_flows(read.starters):
            self.add_error(None, gettext("The bot has no flow “{name}”.").format(name=name))

    def is_current(self) -> bool:
        """Whether what the page was made from is still what is stored."""
        return bool(self.cleaned_data["seen"] == self.initial["seen"])


def flow_key(place: int) -> str:
    return f"flow-{place}"


def label_key(place: int, language: str) -> str:
    return f"label-{place}-{language}"
