from datetime import datetime
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import path, reverse
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.text import format_lazy
from django.utils.timesince import timesince
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from conversations_app.models import ApiKey
from flows_app.admin.rights import RightsByBot, TheirBots, person_of
from flows_app.admin.shown_once import shown_once
from flows_app.audit import record
from flows_app.rights import Person, Right, bots_with


class ApiKeyForm(forms.ModelForm):
    scopes = forms.MultipleChoiceField(
        label=_("Scopes"),
        choices=[(scope.value, format_lazy("{}: {}", scope.value, scope.label)) for scope in ApiKey.Scope],
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_(
            "Every key starts conversations with the bot, reads them and posts to them. Give what else it needs."
        ),
    )

    class Meta:
        model = ApiKey
        fields = ("bot", "name", "scopes", "expires_at")
        help_texts = {"name": _("Which system has it, so that you know what stops when you revoke it.")}

    def clean_expires_at(self) -> datetime | None:
        moment: datetime | None = self.cleaned_data["expires_at"]
        if moment is not None and moment <= timezone.now():
            raise ValidationError(gettext("That has passed: the key would open nothing."))
        return moment


class StateFilter(admin.SimpleListFilter):
    title = _("state")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(state.value, str(state.label)) for state in ApiKey.State]

    def queryset(self, request: HttpRequest, keys: QuerySet[ApiKey]) -> QuerySet[ApiKey]:
        revoked, expired = Q(revoked_at__isnull=False), Q(expires_at__lte=timezone.now())
        asked: dict[str, QuerySet[ApiKey]] = {
            ApiKey.State.REVOKED: keys.filter(revoked),
            ApiKey.State.EXPIRED: keys.filter(expired).exclude(revoked),
            ApiKey.State.VALID: keys.exclude(revoked).exclude(expired),
        }
        return asked.get(self.value() or "", keys)


@admin.register(ApiKey)
class ApiKeyAdmin(RightsByBot, admin.ModelAdmin):
    add_right = change_right = delete_right = view_right = Right.MANAGE
    form = ApiKeyForm
    list_display = ("named", "bot", "state_in_words", "may", "last_used", "expires")
    list_filter = (("bot", TheirBots), StateFilter)
    list_select_related = ("bot",)
    search_fields = ("name", "prefix")
    actions = ("revoke",)
    change_form_template = "admin/conversations_app/apikey/change_form.html"

    class Media:
        css = {"all": ("conversations_app/admin/api_keys.css", "conversations_app/admin/verbs.css")}

    def get_urls(self) -> list[Any]:
        page = self.admin_site.admin_view(require_POST(self.revoke_one))
        return [path("<int:pk>/revoke/", page, name="conversations_app_apikey_revoke"), *super().get_urls()]

    def has_change_permission(self, request: HttpRequest, obj: ApiKey | None = None) -> bool:
        """A key is made and revoked, never changed; the list needs the right all the same."""
        return obj is None and super().has_change_permission(request)

    def get_fields(self, request: HttpRequest, obj: ApiKey | None = None) -> Any:
        """Gives the fields to fill in for a new key, and the fields to show of an existing one."""
        if obj is None:
            return ("bot", "name", "scopes", "expires_at")
        return ("bot", "name", "begins", "state_in_words", "may", "created_at", "last_used", "expires", "revoked_at")

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        if db_field.name == "bot":
            kwargs["queryset"] = bots_with(person_of(request), Right.MANAGE)
        return super().formfield_for_foreignkey(db_field, request, **kwargs)

    @transaction.atomic
    def save_model(self, request: HttpRequest, obj: ApiKey, form: Any, change: bool) -> None:
        issued, text = ApiKey.objects.issue(bot=obj.bot, name=obj.name, scopes=obj.scopes, expires_at=obj.expires_at)
        obj.pk, obj.prefix = issued.pk, issued.prefix
        record(person_of(request), obj.bot, "made", f"API key {issued}", scopes=obj.scopes)
        sentence = gettext("Copy the key now, it is shown only this once:")
        self.message_user(request, shown_once(sentence, text), messages.WARNING)

    @admin.action(description=_("Revoke the selected keys"), permissions=["delete"])
    def revoke(self, request: HttpRequest, keys: QuerySet[ApiKey]) -> None:
        for key in keys.filter(revoked_at=None):
            _revoke(key, person_of(request))
        self.message_user(request, gettext("Revoked: these keys open nothing any more."))

    def revoke_one(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Revokes one key; answers 404 if the person may not see it."""
        key = get_object_or_404(self.get_queryset(request), pk=pk)
        if key.revoked_at is None:
            _revoke(key, person_of(request))
        self.message_user(
            request, gettext("Revoked: “{key}” opens nothing any more.").format(key=key), messages.SUCCESS
        )
        return HttpResponseRedirect(reverse("admin:conversations_app_apikey_changelist"))

    def render_change_form(self, request: HttpRequest, context: dict[str, Any], *args: Any, **more: Any) -> Any:
        key: ApiKey | None = more.get("obj")
        context["may_be_revoked"] = key is not None and key.revoked_at is None
        return super().render_change_form(request, context, *args, **more)

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Replaces Django's title, which offers a change: keys can't be changed."""
        return super().changelist_view(request, {"title": gettext("API keys"), **(extra_context or {})})

    @admin.display(description=_("Name"), ordering="name")
    def named(self, key: ApiKey) -> str:
        return format_html("{} <code>{}…</code>", key.name, key.prefix)

    @admin.display(description=_("Begins with"), ordering="prefix")
    def begins(self, key: ApiKey) -> str:
        return format_html("<code>{}…</code>", key.prefix)

    @admin.display(description=_("State"))
    def state_in_words(self, key: ApiKey) -> str:
        return format_html('<span class="key-state key-{}">{}</span>', key.state.value, str(key.state.label).lower())

    @admin.display(description=_("May also"))
    def may(self, key: ApiKey) -> str:
        labels = {scope.value: scope.label for scope in ApiKey.Scope}
        known = [(labels.get(scope, ""), scope) for scope in key.scopes]
        if not known:
            return gettext("nothing more")
        return format_html('<ul class="scopes">{}</ul>', format_html_join("", '<li title="{}">{}</li>', known))

    @admin.display(description=_("Last used"), ordering="last_used_at")
    def last_used(self, key: ApiKey) -> str:
        since = gettext("{time} ago").format(time=timesince(key.last_used_at, depth=1)) if key.last_used_at else ""
        return _moment(key.last_used_at, since, otherwise=gettext("never"))

    @admin.display(description=_("Expires"), ordering="expires_at")
    def expires(self, key: ApiKey) -> str:
        return _moment(key.expires_at, "{:%Y-%m-%d}", otherwise=gettext("never"))


@transaction.atomic
def _revoke(key: ApiKey, person: Person) -> None:
    key.revoke()
    record(person, key.bot, "revoked", f"API key {key}")


def _moment(moment: datetime | None, words: str, *, otherwise: str) -> str:
    """Writes a moment in words, with the exact time as a tooltip."""
    if moment is None:
        return otherwise
    here = timezone.localtime(moment)
    shown = (moment.isoformat(), f"{here:%Y-%m-%d %H:%M}", words.format(here))
    return format_html('<time datetime="{}" title="{}">{}</time>', *shown)
