import json
from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils.html import format_html

from flows_app.models import FlowVersion


class ReadOnly:
    """A version is made by publishing, and then stays as it is."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class VersionInline(ReadOnly, admin.TabularInline):
    model = FlowVersion
    fk_name = "flow"
    fields = readonly_fields = ("number", "created_at", "author", "note")
    extra = 0
    show_change_link = True
    verbose_name_plural = "Versions"


@admin.register(FlowVersion)
class FlowVersionAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ("flow", "number", "author", "note", "created_at")
    list_filter = ("flow__bot", "flow")
    list_select_related = ("flow", "author")
    fields = ("flow", "number", "author", "note", "created_at", "checksum", "definition_text")

    @admin.display(description="Definition")
    def definition_text(self, version: FlowVersion) -> str:
        return format_html("<pre>{}</pre>", json.dumps(version.definition, indent=2, ensure_ascii=False))
