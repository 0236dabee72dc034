from uuid import UUID

from django.contrib import admin

from conversations_app.models import Turn
from flows_app.admin.rights import ReadOnly, RightsByBot


@admin.register(Turn)
class TurnAdmin(ReadOnly, RightsByBot, admin.ModelAdmin):
    bot_lookup = "message__conversation__bot"
    list_display = ("created_at", "conversation", "text", "commands", "provider", "status", "failures")
    list_filter = ("status", "provider")
    list_select_related = ("message__conversation__bot",)
    fields = ("message", "status", "commands", "provider", "trace", "versions", "failures", "error", "now", "ended_at")

    @admin.display
    def conversation(self, turn: Turn) -> UUID:
        return turn.message.conversation_id

    @admin.display
    def text(self, turn: Turn) -> str:
        return turn.message.text[:80]
