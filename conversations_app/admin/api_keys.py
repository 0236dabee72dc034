from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest

from conversations_app.models import ApiKey
from flows_app.admin.rights import RightsByBot
from flows_app.rights import Right


class ApiKeyForm(forms.ModelForm):
    scopes = forms.MultipleChoiceField(
        choices=ApiKey.Scope.choices, required=False, widget=forms.CheckboxSelectMultiple
    )

    class Meta:
        model = ApiKey
        fields = ("bot", "name", "scopes")


@admin.register(ApiKey)
class ApiKeyAdmin(RightsByBot, admin.ModelAdmin):
    add_right = change_right = delete_right = view_right = Right.MANAGE
    form = ApiKeyForm
    list_display = ("name", "bot", "prefix", "scopes", "created_at", "revoked_at")
    list_filter = ("bot",)
    list_select_related = ("bot",)
    actions = ("revoke",)

    def has_change_permission(self, request: HttpRequest, obj: ApiKey | None = None) -> bool:
        """A key is made and revoked, never changed; the list needs the right all the same."""
        return obj is None and super().has_change_permission(request)

    def save_model(self, request: HttpRequest, obj: ApiKey, form: Any, change: bool) -> None:
        issued, text = ApiKey.objects.issue(bot=obj.bot, name=obj.name, scopes=obj.scopes)
        obj.pk, obj.prefix = issued.pk, issued.prefix
        self.message_user(request, f"Copy the key now, it is shown only this once: {text}", messages.WARNING)

    @admin.action(description="Revoke the selected keys", permissions=["delete"])
    def revoke(self, request: HttpRequest, keys: QuerySet[ApiKey]) -> None:
        for key in keys.filter(revoked_at=None):
            key.revoke()
        self.message_user(request, "Revoked: these keys open nothing any more.")
