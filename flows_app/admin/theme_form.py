"""The form of a bot's chat widget: how it looks, and a box for each of its texts and the bot's languages."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from pydantic import ValidationError as NotInTheLanguage

from flows_app.admin.settings_locking import fingerprint
from flows_app.colours import BLACK, VISIBLE, WHITE, contrast
from flows_app.flow_language import Theme
from flows_app.flow_language.complaints import complaints
from flows_app.flow_language.theme import THEME_TEXTS
from flows_app.limits import AVATAR_LENGTH, GREETING_LENGTH, RADIUS_AT_MOST, THEME_TEXT_LENGTH
from flows_app.models import Bot
from flows_app.plain_json import storable_text

SCHEMES = (("auto", _("As the visitor's device is set")), ("light", _("Light")), ("dark", _("Dark")))
POSITIONS = (
    ("end", _("Where lines end: on the right")),
    ("start", _("Where lines begin: on the left")),
)


class TextBox(forms.CharField):
    """One text of the widget in one language."""

    def __init__(self, name: str, language: str, words: str):
        attributes = {"lang": language, "dir": "auto"}
        greets = name == "greeting"
        super().__init__(
            required=False,
            initial=words,
            max_length=GREETING_LENGTH if greets else THEME_TEXT_LENGTH,
            widget=forms.Textarea({**attributes, "rows": 2}) if greets else forms.TextInput(attributes),
        )

    def to_python(self, value: Any) -> str:
        """Browsers end lines as typewriters do."""
        return str(super().to_python(value)).replace("\r\n", "\n")

    def validate(self, value: str) -> None:
        super().validate(value)
        if not storable_text(value):
            raise forms.ValidationError(gettext("It holds characters that are no text."))


class ThemeForm(forms.Form):
    seen = forms.CharField(required=False, widget=forms.HiddenInput)
    colour = forms.CharField(
        label=_("Colour"), widget=forms.TextInput(attrs={"size": 8, "maxlength": 7, "spellcheck": "false"})
    )
    colour_scheme = forms.ChoiceField(label=_("Light or dark"), choices=SCHEMES)
    position = forms.ChoiceField(
        label=_("Where the button stands"),
        choices=POSITIONS,
        help_text=_("In languages that are written from right to left, on the other side."),
    )
    radius = forms.IntegerField(
        label=_("Round corners"), min_value=0, max_value=RADIUS_AT_MOST, help_text=_("In pixels; 0 makes them square.")
    )
    avatar = forms.CharField(
        label=_("Picture"),
        required=False,
        max_length=AVATAR_LENGTH,
        widget=forms.URLInput(attrs={"placeholder": "https://shop.example/robot.png"}),
        help_text=_("Its https address. Empty: the first letter of the bot's name."),
    )
    rating = forms.BooleanField(label=_("Rate the conversation at its end"), required=False)
    transcript = forms.BooleanField(label=_("Save what was said as a file"), required=False)
    restart = forms.BooleanField(label=_("Start over"), required=False)

    def __init__(self, data: Any = None, *, bot: Bot, may_write: bool = True):
        super().__init__(data)
        self.bot = bot
        self.stored = bot.read_settings().theme
        self.initial = {**self.stored.model_dump(exclude=set(THEME_TEXTS)), "seen": fingerprint(self._written())}
        for name in THEME_TEXTS:
            for language in bot.languages:
                self.fields[text_key(name, language)] = TextBox(name, language, self._stored_text(name, language))
        for field in self.fields.values():
            field.disabled = not may_write

    def _written(self) -> dict[str, Any]:
        return self.stored.as_written()

    def _stored_text(self, name: str, language: str) -> str:
        """Gives the text stored for this language, without falling back to another: each box shows its own."""
        stored = getattr(self.stored, name)
        return str(stored.get(language, "")) if isinstance(stored, dict) else stored or ""

    def clean(self) -> dict[str, Any]:
        if not self.errors:
            self._read()
        return self.cleaned_data

    def _read(self) -> None:
        look = {name: self.cleaned_data[name] for name in Theme.model_fields if name not in THEME_TEXTS}
        written = {**look, **{name: text for name in THEME_TEXTS if (text := self._text(name)) is not None}}
        try:
            self.theme = Theme.model_validate(written)
        except NotInTheLanguage as refused:
            for complaint in complaints(written, refused):
                self.add_error(str(complaint.path[0]) if complaint.path[0] in look else None, complaint.sentence)

    def _text(self, name: str) -> str | dict[str, str] | None:
        """Gives the text to store: one text where all languages say the same, None where all are empty."""
        words: dict[str, str] = {code: self.cleaned_data[text_key(name, code)] for code in self.bot.languages}
        own = {language: text for language, text in words.items() if text}
        elsewhere = self.elsewhere(name)
        if not elsewhere and len(own) == len(words) and len({*own.values()}) == 1:
            return next(iter(own.values()))
        return {**elsewhere, **own} or None

    def elsewhere(self, name: str) -> Mapping[str, str]:
        """Gives the texts stored for languages that have no box; they stay."""
        stored = getattr(self.stored, name)
        if not isinstance(stored, dict):
            return {}
        return {language: text for language, text in stored.items() if language not in self.bot.languages}

    def is_current(self) -> bool:
        """Whether what the page was made from is still what is stored."""
        return bool(self.cleaned_data["seen"] == self.initial["seen"])

    @property
    def changes(self) -> list[str]:
        return [name for name in Theme.model_fields if getattr(self.theme, name) != getattr(self.stored, name)]


def text_key(name: str, language: str) -> str:
    return f"{name}-{language}"


def advice(theme: Theme) -> str:
    """Gives advice on poor contrast, or nothing. No colour is refused: black or white can be read on each."""
    on_black = theme.colour_scheme == "dark"
    ratio = contrast(theme.colour, BLACK if on_black else WHITE)
    if ratio >= VISIBLE:
        return ""
    sentence = (
        gettext(
            "On a black page a button in this colour is hard to see: the contrast is {ratio:.1f}:1, "
            "and {needed:.0f}:1 is what most people need."
        )
        if on_black
        else gettext(
            "On a white page a button in this colour is hard to see: the contrast is {ratio:.1f}:1, "
            "and {needed:.0f}:1 is what most people need."
        )
    )
    return sentence.format(ratio=ratio, needed=VISIBLE)
