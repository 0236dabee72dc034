import json

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from flows_app.admin.rights import ReadOnly, RightsByBot, person_of
from flows_app.models import AuditEntry
from flows_app.rights import Right, bots_with, has_somewhere


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

    def get_queryset(self, request: HttpRequest) -> QuerySet[AuditEntry]:
        """Entries of deleted bots are shown to people who may delete bots."""
        theirs = Q(bot__in=bots_with(person_of(request), self.view_right))
        gone = Q(bot=None) if has_somewhere(person_of(request), Right.MANAGE) else Q()
        return AuditEntry.objects.filter(theirs | gone)

    @admin.display(description=_("Who"), ordering="user__username")
    def who(self, entry: AuditEntry) -> str:
        return str(entry.user) if entry.user else gettext("a script")

    @admin.display(description=_("Details"))
    def details_text(self, entry: AuditEntry) -> str:
        return format_html("<pre>{}</pre>", json.dumps(entry.details, indent=2, ensure_ascii=False))
