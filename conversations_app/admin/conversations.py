from django.contrib import admin
from django.template.loader import render_to_string

from conversations_app.models import Conversation
from flows_app.admin.rights import ReadOnly, RightsByBot

MESSAGES_SHOWN = 200


@admin.register(Conversation)
class ConversationAdmin(ReadOnly, RightsByBot, admin.ModelAdmin):
    list_display = ("id", "bot", "status", "question", "last_seq", "updated_at")
    list_filter = ("bot", "status", "updated_at")
    list_select_related = ("bot",)
    search_fields = ("id", "user_ref")
    fields = ("id", "bot", "status", "question", "user_ref", "language", "created_at", "updated_at", "transcript")

    class Media:
        css = {"all": ("conversations_app/admin/transcript.css",)}

    @admin.display(description="Open question")
    def question(self, conversation: Conversation) -> str:
        return conversation.pending["prompt"] if conversation.pending else "none"

    @admin.display(description="Transcript")
    def transcript(self, conversation: Conversation) -> str:
        newest = conversation.messages.order_by("-seq")[:MESSAGES_SHOWN]
        return render_to_string(
            "admin/conversations_app/conversation/transcript.html",
            {"messages": reversed(newest), "left_out": max(conversation.last_seq - MESSAGES_SHOWN, 0)},
        )
