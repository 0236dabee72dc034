import json

from django.contrib import admin
from django.utils.html import format_html

from flows_app.admin.rights import ReadOnly, RightsByBot
from flows_app.models import AuditEntry


@admin.register(AuditEntry)
class AuditEntryAdmin(ReadOnly, RightsByBot, admin.ModelAdmin):
    list_display = ("at", "who", "verb", "subject", "bot")
    list_display_links = ("at", "subject")
    list_filter = (
        ("bot", admin.RelatedOnlyFieldListFilter),
        "verb",
        ("user", admin.RelatedOnlyFieldListFilter),
        "at",
    )
    list_select_related = ("user", "bot")
    search_fields = ("subject", "user__username")
    date_hierarchy = "at"
    fields = ("at", "who", "verb", "subject", "bot", "details_text")

    @admin.display(description="Who", ordering="user__username")
    def who(self, entry: AuditEntry) -> str:
        return str(entry.user) if entry.user else "a script"

    @admin.display(description="Details")
    def details_text(self, entry: AuditEntry) -> str:
        return format_html("<pre>{}</pre>", json.dumps(entry.details, indent=2, ensure_ascii=False))
