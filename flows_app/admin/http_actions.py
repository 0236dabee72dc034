import json
from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.forms.fields import InvalidJSONInput
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from flows_app.actions import problems_of
from flows_app.admin.fields import LinesField, ObjectField
from flows_app.admin.rights import RightsByBot, person_of
from flows_app.audit import record
from flows_app.editor.http_actions import state_of
from flows_app.exchange.http_actions.callers import NameIsLive, is_called, require_name, right_to_change
from flows_app.exchange.http_actions.secrets import SecretsOfAnotherServer, secrets_after_entering
from flows_app.models import HttpAction
from flows_app.outbound.headers import name_problem, value_problem
from flows_app.rights import Person, Right, bots_with, may


class BodyField(forms.JSONField):
    """Any JSON, indented so that it can be read; an empty box is no body, which an empty object is not."""

    def __init__(self, **options: Any) -> None:
        super().__init__(required=False, widget=_json_box(rows=8), **options)

    def prepare_value(self, value: Any) -> Any:
        if value is None or isinstance(value, InvalidJSONInput):
            return value
        return json.dumps(value, indent=2, ensure_ascii=False)


def _json_box(rows: int) -> forms.Textarea:
    return forms.Textarea(attrs={"rows": rows, "cols": 60, "spellcheck": "false"})


class SecretLines(forms.Textarea):
    """Takes secrets and never gives one back, not even to a page that comes again because of a mistake in it."""

    def __init__(self) -> None:
        super().__init__(
            attrs={
                "rows": 3,
                "cols": 60,
                "autocomplete": "off",
                "spellcheck": "false",
                "style": "-webkit-text-security: disc",
            }
        )

    def format_value(self, value: Any) -> str:
        return ""


class HttpActionForm(forms.ModelForm):
    inputs = LinesField(
        label=_("Inputs"), help_text=_("Names of its inputs, one a line, such as order_id. Flows fill them.")
    )
    headers = ObjectField(
        label=_("Headers"),
        widget=_json_box(rows=4),
        help_text=_('Such as {"Accept-Language": "{language}"}. Keys and passwords belong to the secret headers.'),
    )
    body = BodyField(
        label=_("Body"),
        help_text=_(
            'JSON with placeholders: {"amount": "{amount}", "text": "For {name}"}. A text that is one '
            "placeholder becomes the input itself, a number as a number. Empty: all inputs, or no body at "
            "all for GET and DELETE."
        ),
    )
    outputs = ObjectField(
        label=_("Outputs"),
        widget=_json_box(rows=4),
        help_text=_('Result key to its place in the answer: {"id": "data.items.0.id"}. What is missing is null.'),
    )
    new_secrets = forms.CharField(
        required=False,
        strip=False,
        widget=SecretLines,
        label=_("Enter secret headers"),
        help_text=_(
            "One a line, such as Authorization: Bearer 1234. Stored encrypted and never shown again; a name "
            "that is stored already is replaced."
        ),
    )
    removed_secrets = forms.MultipleChoiceField(
        required=False, widget=forms.CheckboxSelectMultiple, label=_("Remove stored secret headers")
    )

    # Whose form it is: set by the admin, and nobody until then.
    person: Person = AnonymousUser()
    # Its state when the page was opened, so that nobody's change is overwritten.
    seen = forms.CharField(required=False, widget=forms.HiddenInput)

    class Meta:
        model = HttpAction
        fields = (
            "bot",
            "name",
            "description",
            "method",
            "url",
            "inputs",
            "headers",
            "body",
            "outputs",
            "timeout",
            "retries",
            "idempotent",
        )
        widgets = {
            "url": forms.TextInput(attrs={"size": 80}),
            "description": forms.Textarea(attrs={"rows": 2, "cols": 60}),
        }
        help_texts = {
            "url": _("May hold {input} placeholders in its path and query, not in its host."),
            "timeout": _("Seconds for one try, from connecting to the end of the answer."),
            "retries": _("Further tries after a failure. They are made only if the action is idempotent."),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.pk:
            self._fix_what_flows_rely_on()
            self.initial["seen"] = state_of(self.instance)
        field: Any = self.fields.get("removed_secrets")
        if field is not None:
            stored = sorted(self.instance.secret_headers)
            field.choices = [(name, name) for name in stored]
            field.help_text = "" if stored else gettext("None is stored.")

    def _fix_what_flows_rely_on(self) -> None:
        """It stays with its bot, and its secrets with it; its name stays while a version calls it by that name."""
        if "bot" in self.fields:
            self.fields["bot"].disabled = True
        if "name" in self.fields and is_called(self.instance):
            self.fields["name"].disabled = True
            self.fields["name"].help_text = gettext("It stays: published flows call it by this name.")

    def clean_new_secrets(self) -> dict[str, str]:
        """The messages never quote a line: it may be a secret without its name."""
        entered: dict[str, str] = {}
        for number, line in enumerate(self.cleaned_data["new_secrets"].splitlines(), start=1):
            name, colon, value = (part.strip() for part in line.partition(":"))
            if not line.strip():
                continue
            if not (name and colon and value):
                raise ValidationError(gettext("Line {number} is not written as Name: value.").format(number=number))
            if problem := name_problem(name) or value_problem(name, value):
                raise ValidationError(gettext("Line {number}: {problem}").format(number=number, problem=problem))
            entered[name] = value
        return entered

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if cleaned.get("seen") and cleaned["seen"] != state_of(self.instance):
            self.add_error(
                None, gettext("It was changed meanwhile: open this page again, and enter your change there.")
            )
        if not self.errors:
            self._take_secrets(cleaned)
            self._check(cleaned)
            self._check_name(cleaned)
        if self.errors and self.data.get(self.add_prefix("new_secrets")):
            self.add_error(
                "new_secrets", gettext("Not saved yet: enter the secret headers again when the rest is right.")
            )
        return cleaned

    def save(self, commit: bool = True) -> Any:
        self.instance.secret_headers = self.secret_headers
        return super().save(commit)

    def _check_name(self, cleaned: dict[str, Any]) -> None:
        if self.instance.pk and "name" not in self.changed_data:
            return
        try:
            require_name(self.person, cleaned["bot"], cleaned["name"])
        except NameIsLive as live:
            self.add_error("name", str(live))

    def _take_secrets(self, cleaned: dict[str, Any]) -> None:
        kept = {*self.instance.secret_headers} - {*cleaned["removed_secrets"]}
        present = self.instance if self.instance.pk else None
        self.secret_headers = {}
        try:
            self.secret_headers = secrets_after_entering(
                present, cleaned["url"], entered=cleaned["new_secrets"], kept=kept
            )
        except SecretsOfAnotherServer as misplaced:
            self.add_error(None, str(misplaced))

    def _check(self, cleaned: dict[str, Any]) -> None:
        fields = {name: cleaned[name] for name in HttpActionForm.Meta.fields if name != "bot"}
        for problem in problems_of(HttpAction(**fields, secret_headers=self.secret_headers)):
            self.add_error(problem.field if problem.field in self.fields else "new_secrets", problem.sentence)


@admin.register(HttpAction)
class HttpActionAdmin(RightsByBot, admin.ModelAdmin):
    form = HttpActionForm
    # Published flows call it as it is now: a change of it is live at once, as publishing is.
    change_right = delete_right = Right.PUBLISH
    list_display = ("name", "bot", "method", "url", "secret_names", "idempotent")
    list_filter = (("bot", admin.RelatedOnlyFieldListFilter), "method")
    list_select_related = ("bot",)
    search_fields = ("name", "url")
    secret_fields = ("new_secrets", "removed_secrets", "seen")
    fieldsets = (
        (None, {"fields": ("bot", "name", "description")}),
        (_("What it sends"), {"fields": ("method", "url", "inputs", "headers", "body")}),
        (_("Secret headers"), {"fields": secret_fields}),
        (_("What it takes from the answer"), {"fields": ("outputs",)}),
        (_("Failures"), {"fields": ("timeout", "retries", "idempotent")}),
    )

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        """Hides the secrets, even their boxes, from people who may only look."""
        shown = super().get_fieldsets(request, obj)
        may_write = self.has_change_permission(request, obj) if obj else self.has_add_permission(request)
        return [part for part in shown if may_write or part[1]["fields"] != self.secret_fields]

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        # A class made for this request: nothing leaks into another's.
        form: Any = super().get_form(request, obj, change, **kwargs)
        form.person = person_of(request)
        return form

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        if db_field.name == "bot":
            kwargs["queryset"] = bots_with(person_of(request), self.add_right)
        return super().formfield_for_foreignkey(db_field, request, **kwargs)

    def save_model(self, request: HttpRequest, obj: HttpAction, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        verb = "changed" if change else "created"
        record(
            person_of(request),
            obj.bot,
            verb,
            f"HTTP action {obj}",
            fields=[name for name in form.changed_data if name != "seen"],
            url=obj.url,
        )

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        if obj is None:
            return super().has_change_permission(request)
        return may(person_of(request), right_to_change(obj), obj.bot)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        allowed = super().has_delete_permission(request, obj)
        return allowed and (obj is None or not is_called(obj))

    def delete_model(self, request: HttpRequest, obj: HttpAction) -> None:
        record(person_of(request), obj.bot, "deleted", f"HTTP action {obj}", url=obj.url)
        super().delete_model(request, obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[HttpAction]) -> None:
        for action in queryset:
            self.delete_model(request, action)

    @admin.display(description=_("Secret headers"))
    def secret_names(self, action: HttpAction) -> str:
        return ", ".join(sorted(action.secret_headers)) or gettext("none")
