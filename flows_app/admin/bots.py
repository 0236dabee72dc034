from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.urls import reverse
from django.utils.html import format_html

from flows_app.admin.fields import LinesField
from flows_app.models import Bot, Flow


class BotForm(forms.ModelForm):
    allowed_origins = LinesField(help_text=Bot._meta.get_field("allowed_origins").help_text)

    class Meta:
        model = Bot
        fields = ("name", "slug", "default_flow", "public", "allowed_origins")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if "default_flow" in self.fields:
            field: Any = self.fields["default_flow"]
            field.queryset = Flow.objects.filter(bot=self.instance) if self.instance.pk else Flow.objects.none()

    def clean_allowed_origins(self) -> list[str]:
        origins: list[str] = self.cleaned_data["allowed_origins"]
        for origin in origins:
            scheme, _, host = origin.partition("://")
            if scheme not in ("http", "https") or not host or "/" in host.rstrip("/"):
                raise ValidationError(f"“{origin}” is no origin: write it like https://shop.example, without a path.")
        return origins


@admin.register(Bot)
class BotAdmin(admin.ModelAdmin):
    form = BotForm
    list_display = ("name", "slug", "default_flow", "public", "chat_link")
    list_select_related = ("default_flow",)
    search_fields = ("name", "slug")
    prepopulated_fields = {"slug": ("name",)}

    @admin.display(description="Chat")
    def chat_link(self, bot: Bot) -> str:
        if not bot.public:
            return "not public"
        return format_html('<a href="{}">Open the chat</a>', reverse("chat", args=[bot.slug]))
