from collections.abc import Mapping, Sequence
from copy import copy
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from pydantic import TypeAdapter
from pydantic import ValidationError as NotInTheLanguage

from flows_app.admin.fields import LinesField, ObjectField
from flows_app.admin.meanwhile import settings_changed_meanwhile
from flows_app.admin.settings_locking import fingerprint, lock_bot
from flows_app.admin.understanding_fields import (
    FIELDS_OF_KEY,
    FIELDS_OF_SETTINGS,
    UnderstandingFields,
    understanding_as_shown,
)
from flows_app.flow_language import BotSettings
from flows_app.flow_language.base import Language
from flows_app.flow_language.complaints import Complaint, complaints
from flows_app.limits import RETENTION_DAYS
from flows_app.models import Bot, Flow
from flows_app.models.bot import one_language
from flows_app.rights import (
    RIGHT_OF_SETTING,
    Person,
    changed_settings,
    may_set,
    reason_for,
    refused_settings,
    settings_of,
)

# They have a field of their own on the page, and one in the database.
COLUMNS_OF_SETTINGS = ("public", "allowed_origins")
# They have a field of their own on the page, but are stored with the other settings.
VALUES_OF_SETTINGS = (
    *("follow_language", "session_minutes", "turns_without_progress"),
    *("tests_gate_publishing", "second_person_publishes"),
)
WITH_A_FIELD = (*COLUMNS_OF_SETTINGS, *VALUES_OF_SETTINGS, "understanding")
# They are written as JSON, in one field.
OTHER_SETTINGS = tuple(name for name in BotSettings.model_fields if name not in WITH_A_FIELD)

# Fields that are not called as their setting is.
_SETTINGS_OF_FIELDS = {"understanding_api_base": "understanding.api_base"}
_language = TypeAdapter(Language)


class BotForm(UnderstandingFields, forms.ModelForm):
    allowed_origins = LinesField(label=_("Allowed origins"), help_text=Bot._meta.get_field("allowed_origins").help_text)
    languages = LinesField(
        label=_("Languages"),
        initial=one_language,
        help_text=Bot._meta.get_field("languages").help_text,
        widget=forms.Textarea(attrs={"rows": 2, "cols": 20}),
    )
    follow_language = forms.BooleanField(
        required=False,
        label=_("Follow the user's language"),
        help_text=_(
            "A conversation goes on in the language that people write in, once that is sure and one of the "
            "bot's. Either way they are understood in all of them."
        ),
    )
    session_minutes = forms.IntegerField(
        required=False,
        min_value=1,
        label=_("Session minutes"),
        help_text=_("After so many minutes without a word from the user, what was under way is dropped. Empty: never."),
    )
    turns_without_progress = forms.IntegerField(
        required=False,
        min_value=1,
        label=_("Turns without progress"),
        help_text=_(
            "After so many turns in a row that led nowhere, the bot offers to cancel or a person. Empty: never."
        ),
    )
    tests_gate_publishing = forms.BooleanField(
        required=False,
        label=_("Tests before publishing"),
        help_text=_("A flow is published only if all tests that are stored with it pass."),
    )
    second_person_publishes = forms.BooleanField(
        required=False,
        label=_("A second person publishes"),
        help_text=_("Who has changed a flow asks somebody else to publish it."),
    )
    settings = ObjectField(label=_("Settings"))
    # Which settings the page shows.
    settings_seen = forms.CharField(required=False, widget=forms.HiddenInput)
    # Set for each request.
    person: Person = None

    class Meta:
        model = Bot
        fields = ("name", "slug", "default_flow", "languages", "public", "allowed_origins", "settings")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.settings_before = settings_of(self.instance)
        self.sets_understanding = self._may_set("understanding")
        self.settings_are_kept = False
        if "default_flow" in self.fields:
            field: Any = self.fields["default_flow"]
            field.queryset = Flow.objects.filter(bot=self.instance) if self.instance.pk else Flow.objects.none()
            # Beside a choice, a red cross reads as "none"; it would delete the flow.
            widget = field.widget
            widget.can_add_related = widget.can_change_related = widget.can_delete_related = False
        if "settings" in self.fields:
            self._show_settings()
        if self.sets_understanding:
            self.show_understanding(self.instance)
        else:
            self.hide_understanding()
        self._fix_what_is_not_theirs()

    def _may_set(self, setting: str) -> bool:
        """Tells whether the person may set it. On a new bot every setting may be set."""
        return not self.instance.pk or may_set(self.person, setting, self.instance)

    def _fix_what_is_not_theirs(self) -> None:
        """Disables fields that the person may not set: a disabled field keeps its value, whatever is posted."""
        for field in self.fields:
            setting = _SETTINGS_OF_FIELDS.get(field, field)
            if setting in RIGHT_OF_SETTING and not self._may_set(setting):
                self._fix(field, setting)
        if "settings" in self.fields and not any(map(self._may_set, OTHER_SETTINGS)):
            self._fix("settings", "patterns")

    def _fix(self, name: str, setting: str) -> None:
        field: Any = self.fields[name]
        field.disabled = True
        field.help_text = format_html("{} {}", field.help_text, _needed(reason_for(setting, self.instance)))

    def _show_settings(self) -> None:
        settings = self.instance.settings
        self.initial["settings"] = _other_settings(settings)
        self.initial["settings_seen"] = _fingerprint(settings)
        self.initial.update(_values(settings))
        refused = [name for name in OTHER_SETTINGS if not self._may_set(name)]
        self.fields["settings"].help_text = _help_with_settings(self.instance, refused)

    def clean_allowed_origins(self) -> list[str]:
        origins: list[str] = self.cleaned_data["allowed_origins"]
        for origin in origins:
            scheme, _, host = origin.partition("://")
            if scheme not in ("http", "https") or not host or "/" in host.rstrip("/"):
                raise ValidationError(
                    gettext("“{origin}” is no origin: write it like https://shop.example, without a path.").format(
                        origin=origin
                    )
                )
        return origins

    def clean_languages(self) -> list[str]:
        languages: list[str] = list(dict.fromkeys(self.cleaned_data["languages"]))
        if not languages:
            raise ValidationError(gettext("A bot speaks at least one language."))
        for language in languages:
            try:
                _language.validate_python(language)
            except NotInTheLanguage:
                raise ValidationError(
                    gettext("“{language}” is no language code: write it like en, es or pt-BR.").format(
                        language=language
                    )
                ) from None
        return languages

    def clean_settings(self) -> dict[str, Any]:
        settings: dict[str, Any] = self.cleaned_data["settings"]
        if twice := [name for name in WITH_A_FIELD if name in settings]:
            raise ValidationError(
                gettext("Leave out “{twice}”: it has a field of its own on this page.").format(twice=twice[0])
            )
        try:
            read = BotSettings.model_validate(settings)
        except NotInTheLanguage as refused:
            raise ValidationError([_in_words(complaint) for complaint in complaints(settings, refused)]) from None
        if unknown := self.instance.unknown_flows(read.starters):
            raise ValidationError(gettext("starters: the bot has no flow “{unknown}”.").format(unknown=unknown[0]))
        return settings

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        understanding = self._understanding()
        if not self.errors:
            values = {name: cleaned[name] for name in VALUES_OF_SETTINGS}
            written = _joined(cleaned["settings"], values, understanding)
            cleaned["settings"] = self._without_overwriting(written, cleaned)
            self._check_rights(cleaned["settings"])
        if self.errors and cleaned.get("language_model_key"):
            self.add_error("language_model_key", gettext("Not saved yet: enter it again when the rest is right."))
        return cleaned

    def _check_rights(self, written: dict[str, Any]) -> None:
        """Checks the settings that share the JSON field: some of them need other rights."""
        if not self.instance.pk:
            return
        proposed = copy(self.instance)
        proposed.settings = written
        changed = changed_settings(self.settings_before, settings_of(proposed))
        for name in refused_settings(self.person, self.instance, changed):
            self.add_error("settings", f"“{name}” {reason_for(name, self.instance)}")

    def _understanding(self) -> dict[str, Any]:
        stored = self.instance.settings.get("understanding") or {}
        return self.clean_understanding(stored) if self.sets_understanding else understanding_as_shown(stored)

    def _without_overwriting(self, written: dict[str, Any], cleaned: dict[str, Any]) -> dict[str, Any]:
        """Settings that the page has not changed stay as somebody else may have left them meanwhile."""
        if not self.instance.pk:
            return written
        seen = cleaned["settings_seen"]
        if not seen:
            raise ValidationError(gettext("The page does not say which settings it shows: open it again."))
        stored: dict[str, Any] = lock_bot(self.instance.pk).settings
        if fingerprint(written) in (seen, _fingerprint(stored)):
            self.settings_are_kept = True
            return stored
        if _fingerprint(stored) != seen:
            raise ValidationError(settings_changed_meanwhile(self.instance))
        return written

    @property
    def changed_data(self) -> list[str]:
        """Gives the changed fields for the log, without the key, which has an entry of its own."""
        changed = ["understanding" if name in FIELDS_OF_SETTINGS else name for name in super().changed_data]
        not_told = {"settings_seen", *FIELDS_OF_KEY}
        if self.settings_are_kept:
            not_told |= {"settings", "understanding", *VALUES_OF_SETTINGS}
        return [name for name in dict.fromkeys(changed) if name not in not_told]


def shown_value(settings: Mapping[str, Any], name: str) -> Any:
    return settings.get(name, BotSettings.model_fields[name].default)


def _values(settings: Mapping[str, Any]) -> dict[str, Any]:
    return {name: shown_value(settings, name) for name in VALUES_OF_SETTINGS}


def _other_settings(settings: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in settings.items() if name not in (*VALUES_OF_SETTINGS, "understanding")}


def _joined(others: Mapping[str, Any], values: Mapping[str, Any], understanding: Mapping[str, Any]) -> dict[str, Any]:
    """Joins the settings, without values that are the default: those are to follow the platform's."""
    written = {name: value for name, value in values.items() if value != shown_value({}, name)}
    return {**others, **written, **({"understanding": understanding} if understanding else {})}


def _fingerprint(settings: Mapping[str, Any]) -> str:
    """Gives the fingerprint of the settings as this page would write them."""
    understanding = understanding_as_shown(settings.get("understanding") or {})
    return fingerprint(_joined(_other_settings(settings), _values(settings), understanding))


def _needed(reason: str) -> str:
    return format_html("<strong>{}</strong>", reason[0].upper() + reason[1:])


def _help_with_settings(bot: Bot, refused: Sequence[str]) -> str:
    names = ", ".join(map(_explained, OTHER_SETTINGS))
    if not bot.pk:
        return gettext("All other settings as JSON: {names}.").format(names=names)
    names_of_pages = ("patterns", "starters", "widget")
    pages = {page: reverse(f"admin:flows_app_bot_{page}", args=[bot.pk]) for page in names_of_pages}
    told = format_html(
        gettext(
            "All other settings as JSON: {names}. The patterns are easier to write under "
            '<a href="{patterns}">What the bot says</a>, the starters under '
            '<a href="{starters}">Starter buttons</a>, the theme under <a href="{widget}">Chat widget</a>.'
        ),
        names=names,
        **pages,
    )
    if not refused or len(refused) == len(OTHER_SETTINGS):
        return told
    not_theirs = [(name, reason_for(name, bot)) for name in refused]
    return format_html("{} {}", told, format_html_join(" ", "<strong>“{}” {}</strong>", not_theirs))


def _explained(name: str) -> str:
    """Explains `retention_days`, whose default deletes conversations; gives other names as they are."""
    kept = gettext(
        "retention_days (conversations are deleted after {retention_days} days unless it says otherwise; null: never)"
    ).format(retention_days=RETENTION_DAYS)
    return kept if name == "retention_days" else name


def _in_words(complaint: Complaint) -> str:
    """Gives the sentence, with the place in the JSON where it does not name that itself."""
    place = [str(part) for part in complaint.path[:-1] or complaint.path]
    return complaint.sentence if f"“{place[-1]}”" in complaint.sentence else f"{'.'.join(place)}: {complaint.sentence}"
