from uuid import UUID

from django.contrib import admin

from conversations_app.admin.read_only import LookOnly
from conversations_app.models import Turn


@admin.register(Turn)
class TurnAdmin(LookOnly, admin.ModelAdmin):
    list_display = ("created_at", "conversation", "text", "commands", "provider", "status", "attempts")
    list_filter = ("status", "provider")
    list_select_related = ("message",)
    fields = ("message", "status", "commands", "provider", "trace", "attempts", "error", "now", "ended_at")

    @admin.display
    def conversation(self, turn: Turn) -> UUID:
        return turn.message.conversation_id

    @admin.display
    def text(self, turn: Turn) -> str:
        return turn.message.text[:80]
