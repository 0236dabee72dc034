from typing import Any

from django.contrib import admin
from django.db import models
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import path
from django.utils.html import format_html_join
from django.utils.safestring import mark_safe

from flows_app.admin.compare_page import compare_page
from flows_app.admin.deleting import PlainRefusals
from flows_app.admin.draft_rows import SlotInline, StepInline
from flows_app.admin.draft_saving import note_creation, note_save, number_with_gaps
from flows_app.admin.flow_form import FlowForm
from flows_app.admin.legible_rows import LegibleRows
from flows_app.admin.pages import flow_page, publish_url
from flows_app.admin.publish_page import publish_page
from flows_app.admin.rights import RightsByBot, person_of
from flows_app.admin.verb_pages import restore_page, roll_back_page, withdraw_page
from flows_app.audit import record
from flows_app.drafts import draft_as_written
from flows_app.models import Flow
from flows_app.rights import Right, bots_with, may

VERSIONS_ON_PAGE = 20


class FlowSlotInline(LegibleRows, RightsByBot, SlotInline):
    bot_lookup = "flow__bot"
    columns_to_read = ("name", "type", "written")


class FlowStepInline(LegibleRows, RightsByBot, StepInline):
    bot_lookup = "flow__bot"
    columns_to_read = ("name", "type", "parent", "case", "written")


@admin.register(Flow)
class FlowAdmin(PlainRefusals, RightsByBot, admin.ModelAdmin):
    form = FlowForm
    fields = ("bot", "name", "description", "triggers", "data")
    inlines = (FlowSlotInline, FlowStepInline)
    list_display = ("name", "bot", "description", "published", "updated_at")
    list_filter = (("bot", admin.RelatedOnlyFieldListFilter),)
    list_select_related = ("bot", "current_version")
    search_fields = ("name", "description")
    change_form_template = "admin/flows_app/flow/change_form.html"

    class Media:
        css = {"all": ("flows_app/flow_form.css", "flows_app/admin_pages.css")}
        js = ("flows_app/flow_form.js",)

    @admin.display(description="Published")
    def published(self, flow: Flow) -> str:
        return f"version {flow.current_version.number}" if flow.current_version else "no"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Flow]:
        return super().get_queryset(request).select_related("bot", "current_version")

    def get_fields(self, request: HttpRequest, obj: Flow | None = None) -> tuple[str, ...]:
        if self.has_change_permission(request, obj):
            return self.fields
        return tuple("trigger_lines" if name == "triggers" else name for name in self.fields)

    @admin.display(description="Triggers")
    def trigger_lines(self, flow: Flow) -> str:
        return format_html_join(mark_safe("<br>"), "{}", ((text,) for text in flow.triggers))

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        if db_field.name == "bot":
            kwargs["queryset"] = bots_with(person_of(request), self.add_right)
        return super().formfield_for_foreignkey(db_field, request, **kwargs)

    def render_change_form(self, request: HttpRequest, context: Any, *args: Any, **kwargs: Any) -> HttpResponse:
        flow: Flow | None = kwargs.get("obj") or context.get("original")
        person = person_of(request)
        if flow is None:
            context["may_publish"] = bots_with(person, Right.PUBLISH).exists()
        else:
            context |= {
                "may_publish": may(person, Right.PUBLISH, flow.bot),
                "may_write": may(person, Right.WRITE, flow.bot),
                "versions": flow.versions.select_related("author")[:VERSIONS_ON_PAGE],
                "versions_left_out": max(flow.versions.count() - VERSIONS_ON_PAGE, 0),
            }
        return super().render_change_form(request, context, *args, **kwargs)

    # Saving the draft

    def save_model(self, request: HttpRequest, obj: Flow, form: Any, change: bool) -> None:
        if not change:
            super().save_model(request, obj, form, change)
            return
        form.written_before = draft_as_written(form.draft_before)
        # Only what the form shows: the current version may have changed since the page's copy was read.
        obj.save(update_fields=[*_columns(form.changed_data), "updated_at"])

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        super().save_related(request, form, formsets, change)
        for rows in (form.instance.slots, form.instance.steps):
            number_with_gaps(rows)
        if change:
            note_save(form.instance, form.written_before, person_of(request))
        else:
            note_creation(form.instance, person_of(request))

    def delete_model(self, request: HttpRequest, obj: Flow) -> None:
        record(person_of(request), obj.bot, "deleted", f"flow {obj}", draft=draft_as_written(obj))
        super().delete_model(request, obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Flow]) -> None:
        for flow in queryset:
            self.delete_model(request, flow)

    def response_add(self, request: HttpRequest, obj: Flow, post_url_continue: str | None = None) -> HttpResponse:
        if "_publish" in request.POST:
            return HttpResponseRedirect(publish_url(obj))
        return super().response_add(request, obj, post_url_continue)

    def response_change(self, request: HttpRequest, obj: Flow) -> HttpResponse:
        if "_publish" in request.POST:
            return HttpResponseRedirect(publish_url(obj))
        return super().response_change(request, obj)

    # The pages of its versions

    def get_urls(self) -> list[Any]:
        pages = [
            path("<int:flow_id>/publish/", flow_page(self, publish_page), name="flows_app_flow_publish"),
            path("<int:flow_id>/withdraw/", flow_page(self, withdraw_page), name="flows_app_flow_withdraw"),
            path("<int:flow_id>/compare/", flow_page(self, compare_page), name="flows_app_flow_compare"),
            path(
                "<int:flow_id>/versions/<int:number>/roll-back/",
                flow_page(self, roll_back_page),
                name="flows_app_flow_roll_back",
            ),
            path(
                "<int:flow_id>/versions/<int:number>/restore/",
                flow_page(self, restore_page),
                name="flows_app_flow_restore",
            ),
        ]
        return [*pages, *super().get_urls()]


def _columns(fields: list[str]) -> list[str]:
    own = {field.name for field in Flow._meta.get_fields() if isinstance(field, models.Field) and field.editable}
    return [name for name in fields if name in own]
