"""How a bot understands, on its page: a field for each setting, and the key that is taken and never shown."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils import formats, timezone
from django.utils.text import format_lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from pydantic import ValidationError as NotInTheLanguage

from flows_app.flow_language import UnderstandingSettings
from flows_app.flow_language.complaints import KEYS, complaints
from flows_app.language_model_keys import remove_key, renew_key, set_key, stored_key
from flows_app.limits import LANGUAGE_MODEL_KEY_LENGTH, LANGUAGE_MODEL_SECONDS_AT_MOST
from flows_app.models import Bot, LanguageModelKey
from flows_app.rights import Person

_PREFIX = "understanding_"
_PROVIDERS = {
    "embedded": _("Embedded: learns from the flows’ examples; offline, no account"),
    "dspy": _("Language model: asks the model below; the embedded one stands in if it fails"),
    "answers": _("Answers only: takes what users say for the answer to the open question"),
}
_ENCODERS = {
    "use": _("Many languages"),
    "minilm": _("English only: more exact and slower, where the platform has it installed"),
}
_STRUCTURES = {
    "json_schema": _("The form asked for (JSON Schema)"),
    "json_object": _("Any JSON"),
    "none": _("Plain text"),
}
# Left empty, they are not sent to the model at all; any other field is then as it is delivered.
_MAY_BE_LEFT_OUT = ("temperature", "max_tokens")
FIELDS_OF_SETTINGS = tuple(f"{_PREFIX}{name}" for name in UnderstandingSettings.model_fields)
FIELDS_OF_KEY = ("language_model_key", "remove_language_model_key")
_EMBEDDED = tuple(f"{_PREFIX}{name}" for name in ("provider", "threshold", "encoder"))
_WHICH_MODEL = tuple(f"{_PREFIX}{name}" for name in ("model", "api_base"))
_OF_MODEL = tuple(name for name in FIELDS_OF_SETTINGS if name not in (*_EMBEDDED, *_WHICH_MODEL))


def understanding_fieldsets(bot: Bot | None) -> tuple[Any, ...]:
    """Gives the fieldsets; those of the language model are folded away while the bot uses none."""
    asks_one = bot is not None and (bot.settings.get("understanding") or {}).get("provider") == "dspy"
    of_model = {"fields": (*_WHICH_MODEL, *FIELDS_OF_KEY, *_OF_MODEL), "classes": () if asks_one else ("collapse",)}
    return ((gettext("Understanding"), {"fields": _EMBEDDED}), (gettext("Language model"), of_model))


def _name_of_default() -> str:
    label = str(_PROVIDERS.get(settings.SONI_UNDERSTANDING, settings.SONI_UNDERSTANDING))
    provider = label.partition(":")[0].lower()
    return gettext("As the platform is set: {provider}").format(provider=provider)


def _providers() -> list[tuple[str, Any]]:
    return [("", _name_of_default()), *_PROVIDERS.items()]


class UnderstandingFields(forms.Form):
    """Form fields about a bot's understanding: one for each setting, named after it."""

    understanding_provider = forms.ChoiceField(
        required=False, choices=_providers, label=_("Understands by"), help_text=_("How it finds out what users want.")
    )
    understanding_threshold = forms.FloatField(
        required=False,
        min_value=0,
        max_value=1,
        label=_("How sure it must be"),
        help_text=_(
            "From 0 to 1. Lower: it starts a flow sooner, and more often a wrong one. Higher: it says more "
            "often that it has not understood. Empty: what suits most bots."
        ),
    )
    understanding_encoder = forms.ChoiceField(
        required=False,
        choices=list(_ENCODERS.items()),
        label=_("Compares sentences in"),
        help_text=_("What the embedded understanding takes to see that two sentences mean the same."),
    )
    understanding_model = forms.CharField(
        required=False,
        label=_("Language model"),
        widget=forms.TextInput(attrs={"class": "vTextField", "placeholder": "openai/gpt-4o-mini", "size": 40}),
        help_text=_("Its provider and its name. What users say is sent there, but for sensitive values."),
    )
    understanding_api_base = forms.CharField(
        required=False,
        label=_("Its address"),
        widget=forms.TextInput(attrs={"class": "vTextField", "placeholder": "https://models.example/v1", "size": 40}),
        help_text=_(
            "Only for a model on a server of your own, or behind a gateway. Empty: its provider’s own address."
        ),
    )
    understanding_timeout_seconds = forms.FloatField(
        required=False,
        label=_("Seconds it may take"),
        help_text=format_lazy(
            _("Then the embedded understanding answers. At most {seconds}."), seconds=LANGUAGE_MODEL_SECONDS_AT_MOST
        ),
    )
    understanding_temperature = forms.FloatField(
        required=False,
        label=_("Temperature"),
        help_text=_(
            "0: it says the same each time, which suits understanding. More, up to 2: it varies. Empty: for "
            "models that reason, which take none."
        ),
    )
    understanding_max_tokens = forms.IntegerField(
        required=False,
        label=_("Tokens at most"),
        help_text=_("How long one answer of the model may be. Empty: for models that reason, which take no limit."),
    )
    understanding_structured_output = forms.ChoiceField(
        required=False,
        choices=list(_STRUCTURES.items()),
        label=_("Answers in"),
        help_text=_("What the model’s server can be held to. Try the next one if every answer is refused."),
    )
    language_model_key = forms.CharField(
        required=False,
        label=_("API key"),
        max_length=LANGUAGE_MODEL_KEY_LENGTH,
        widget=forms.PasswordInput(attrs={"class": "vTextField", "autocomplete": "new-password", "size": 40}),
    )
    remove_language_model_key = forms.BooleanField(required=False, label=_("Remove the stored key"))

    def show_understanding(self, bot: Bot) -> None:
        shown = _as_shown(bot.settings.get("understanding") or {})
        self.initial.update({f"{_PREFIX}{name}": value for name, value in shown.items()})
        self.key = stored_key(bot)
        self.fields["language_model_key"].help_text = _about(self.key, bot)
        self.fields["remove_language_model_key"].disabled = self.key is None

    def hide_understanding(self) -> None:
        for name in (*FIELDS_OF_SETTINGS, *FIELDS_OF_KEY):
            self.fields.pop(name, None)

    def clean_language_model_key(self) -> str:
        """The messages never quote it."""
        key: str = self.cleaned_data["language_model_key"]
        if not key.isascii() or any(character.isspace() or not character.isprintable() for character in key):
            raise ValidationError(gettext("A key has no blanks and no special characters: copy it again."))
        return key

    def clean_understanding(self, before: Mapping[str, Any]) -> dict[str, Any]:
        """Gives the settings to store, without defaults; complaints go to their fields."""
        given = {name: self.cleaned_data.get(f"{_PREFIX}{name}") for name in UnderstandingSettings.model_fields}
        written = {name: value for name, value in given.items() if value not in (None, "") or name in _MAY_BE_LEFT_OUT}
        try:
            read = UnderstandingSettings.model_validate(written)
        except NotInTheLanguage as refused:
            for complaint in complaints(written, refused):
                field = f"{_PREFIX}{complaint.path[0]}" if complaint.path else f"{_PREFIX}model"
                self.add_error(field, complaint.sentence.removeprefix(f"{KEYS.subject(())}: "))
            return written
        self._check_key(read, before)
        return read.as_written()

    def _check_key(self, read: UnderstandingSettings, before: Mapping[str, Any]) -> None:
        entered, removed = (self.cleaned_data.get(name) for name in FIELDS_OF_KEY)
        self.server = read.server
        if entered and removed:
            self.add_error("remove_language_model_key", gettext("Either enter a key or remove the stored one."))
        if entered and read.server is None:
            self.add_error("understanding_model", gettext("Say which language model the key is for."))
        has_moved = read.server not in (None, _server_of(before))
        if self.key and has_moved and read.server != self.key.server and not (entered or removed):
            # Or whoever may change the address could have the key sent to a server of their own.
            sentence = gettext("The stored key was entered for {server}: enter it again, or remove it.").format(
                server=self.key.server
            )
            self.add_error("language_model_key", sentence)

    def save_key(self, bot: Bot, user: Person) -> None:
        """Called once the bot itself is saved."""
        entered, removed = (self.cleaned_data.get(name) for name in FIELDS_OF_KEY)
        if entered and self.server:
            set_key(bot, entered, server=self.server, user=user)
        elif removed:
            remove_key(bot, user=user)
        else:
            renew_key(bot)


def understanding_as_shown(stored: Mapping[str, Any]) -> dict[str, Any]:
    """Gives the settings as the page would write them back: for telling whether somebody has changed them."""
    defaults = _as_shown({})
    return {name: value for name, value in _as_shown(stored).items() if value != defaults[name]}


def understanding_in_words(bot: Bot) -> str:
    """Describes the settings to people who may only look."""
    shown = _as_shown(bot.settings.get("understanding") or {})
    words = [str(_PROVIDERS.get(shown["provider"], _name_of_default()))]
    if shown["provider"] == "dspy":
        words.append(gettext("Language model: {model}").format(model=shown["model"]))
    return ". ".join(words) + "."


def _as_shown(stored: Mapping[str, Any]) -> dict[str, Any]:
    fields = UnderstandingSettings.model_fields
    return {name: stored.get(name, field.default) for name, field in fields.items()}


def _server_of(stored: Mapping[str, Any]) -> str | None:
    try:
        return UnderstandingSettings.model_validate(stored).server
    except NotInTheLanguage:
        return None


def _about(key: LanguageModelKey | None, bot: Bot) -> str:
    if key is None:
        return gettext("None is stored. It is stored encrypted, and never shown again.")
    at = formats.date_format(timezone.localtime(key.set_at), "DATETIME_FORMAT")
    told = gettext("One is stored since {at}, for {server}. Enter another one to replace it.")
    told = told.format(at=at, server=key.server)
    server = _server_of(bot.settings.get("understanding") or {})
    if server is not None and server != key.server:
        unused = gettext("It is not used: the model is reached elsewhere by now.")
        return f"{told} {unused}"
    return told
