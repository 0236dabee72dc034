import json
from typing import Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from pydantic import ValidationError

from flows_app.admin.rights import ReadOnly, RightsByBot, person_of
from flows_app.drawing import mermaid
from flows_app.flow_language import FlowDefinition
from flows_app.flow_language.complaints import complaints
from flows_app.models import FlowVersion
from flows_app.rights import Right, may


@admin.register(FlowVersion)
class FlowVersionAdmin(ReadOnly, RightsByBot, admin.ModelAdmin):
    """A version is made by publishing, and then stays as it is."""

    bot_lookup = "flow__bot"
    list_display = ("flow", "number", "author", "note", "created_at")
    list_filter = (
        ("flow__bot", admin.RelatedOnlyFieldListFilter),
        ("flow", admin.RelatedOnlyFieldListFilter),
    )
    list_select_related = ("flow", "author")
    fields = ("flow", "number", "author", "note", "created_at", "checksum", "drawing", "definition_text")
    change_form_template = "admin/flows_app/flowversion/change_form.html"

    class Media:
        css = {"all": ("flows_app/admin_pages.css",)}

    @admin.display(description=_("Definition"))
    def definition_text(self, version: FlowVersion) -> str:
        return format_html(
            '<pre class="definition">{}</pre>', json.dumps(version.definition, indent=2, ensure_ascii=False)
        )

    @admin.display(description=_("Drawing (Mermaid)"))
    def drawing(self, version: FlowVersion) -> str:
        try:
            drawn = mermaid(FlowDefinition.read_stored(version.definition))
        except ValidationError as refused:
            reason = next(complaints(version.definition, refused)).sentence
            return gettext("It can't be drawn or run here: {reason}").format(reason=reason)
        return format_html('<pre class="definition">{}</pre>', drawn)

    def render_change_form(self, request: HttpRequest, context: Any, *args: Any, **kwargs: Any) -> HttpResponse:
        version: FlowVersion = kwargs["obj"]
        person = person_of(request)
        context |= {
            "flow": version.flow,
            "is_current": version.flow.current_version_id == version.pk,
            "may_publish": may(person, Right.PUBLISH, version.flow.bot),
            "may_write": may(person, Right.WRITE, version.flow.bot),
        }
        return super().render_change_form(request, context, *args, **kwargs)
