import json
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html

from conversations_app.models import Turn
from conversations_app.runtime.sensitive_slots import ASKED_OF_TURNS, sensitive_in_turn
from flows_app.admin.rights import ReadOnly, RightsByBot
from flows_app.masking import masked_commands, masked_leaves, masked_text


@admin.register(Turn)
class TurnAdmin(ReadOnly, RightsByBot, admin.ModelAdmin):
    bot_lookup = "message__conversation__bot"
    list_display = ("created_at", "conversation", "text", "understood", "provider", "status", "failures")
    list_filter = ("status", "provider")
    list_select_related = ("message__conversation__bot",)
    fields = (
        *("conversation", "message", "first_seq", "status", "understood", "provider", "noted"),
        *("versions", "failures", "error", "now", "ended_at"),
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Turn]:
        return super().get_queryset(request).prefetch_related(*ASKED_OF_TURNS)

    @admin.display
    def conversation(self, turn: Turn) -> str:
        """A link: what has failed is tried again there."""
        pk = turn.message.conversation_id
        return format_html('<a href="{}">{}</a>', reverse("admin:conversations_app_conversation_change", args=[pk]), pk)

    @admin.display
    def text(self, turn: Turn) -> str:
        return masked_text(turn.message.text[:80], sensitive=turn.message.sensitive) or turn.message.event

    @admin.display(description="Commands")
    def understood(self, turn: Turn) -> str:
        return _written(masked_commands(turn.commands, sensitive_in_turn(turn)))

    @admin.display(description="Trace")
    def noted(self, turn: Turn) -> str:
        return _written(masked_leaves(turn.trace) if turn.message.sensitive else turn.trace)


def _written(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
