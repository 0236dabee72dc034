from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import path, reverse

from flows_app.admin.draft_rows import SlotInline, StepInline
from flows_app.admin.fields import LinesField
from flows_app.admin.versions import VersionInline
from flows_app.models import Flow, FlowVersion
from flows_app.publishing import PublishFlow, PublishingError, PublishRefused
from flows_app.validation import blocking

# Rows are numbered with gaps, so that a new one can be put between any two.
ROW_GAP = 10


class FlowForm(forms.ModelForm):
    triggers = LinesField(help_text=Flow._meta.get_field("triggers").help_text)

    class Meta:
        model = Flow
        fields = ("bot", "name", "description", "triggers")
        widgets = {"description": forms.Textarea(attrs={"rows": 2, "cols": 60})}


class PublishForm(forms.Form):
    note = forms.CharField(
        max_length=FlowVersion._meta.get_field("note").max_length,
        required=False,
        widget=forms.TextInput(attrs={"size": 60, "placeholder": "What has changed, for your colleagues"}),
    )


@admin.register(Flow)
class FlowAdmin(admin.ModelAdmin):
    form = FlowForm
    inlines = (SlotInline, StepInline, VersionInline)
    list_display = ("name", "bot", "description", "published", "updated_at")
    list_filter = ("bot",)
    list_select_related = ("bot", "current_version")
    search_fields = ("name", "description")
    change_form_template = "admin/flows_app/flow/change_form.html"

    class Media:
        css = {"all": ("flows_app/flow_form.css",)}
        js = ("flows_app/flow_form.js",)

    @admin.display(description="Published")
    def published(self, flow: Flow) -> str:
        return f"version {flow.current_version.number}" if flow.current_version else "never"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Flow]:
        return super().get_queryset(request).select_related("bot", "current_version")

    # Saving the draft

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        super().save_related(request, form, formsets, change)
        for rows in (form.instance.slots, form.instance.steps):
            _number_with_gaps(rows)

    def response_add(self, request: HttpRequest, obj: Flow, post_url_continue: str | None = None) -> HttpResponse:
        if "_publish" in request.POST:
            return _to_publishing(obj)
        return super().response_add(request, obj, post_url_continue)

    def response_change(self, request: HttpRequest, obj: Flow) -> HttpResponse:
        if "_publish" in request.POST:
            return _to_publishing(obj)
        return super().response_change(request, obj)

    # Publishing it

    def get_urls(self) -> list[Any]:
        publish = path(
            "<int:flow_id>/publish/", self.admin_site.admin_view(self.publish_view), name="flows_app_flow_publish"
        )
        return [publish, *super().get_urls()]

    def publish_view(self, request: HttpRequest, flow_id: int) -> HttpResponse:
        flow = get_object_or_404(self.get_queryset(request), pk=flow_id)
        if not request.user.has_perm("flows_app.publish_flow"):
            raise PermissionDenied
        form = PublishForm(request.POST or None)
        if request.method == "POST" and form.is_valid() and self._publish(request, flow, form.cleaned_data["note"]):
            return HttpResponseRedirect(_change_url(flow))
        publishing = PublishFlow(flow, user=request.user)
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "flow": flow,
            "form": form,
            "findings": publishing.findings,
            "errors": blocking(publishing.findings),
            "changes_something": publishing.changes_something,
            "title": f"Publish “{flow}”",
        }
        return TemplateResponse(request, "admin/flows_app/flow/publish.html", context)

    def _publish(self, request: HttpRequest, flow: Flow, note: str) -> bool:
        try:
            version = PublishFlow(flow, user=request.user, note=note).execute()
        except PublishRefused:
            return False  # the page lists why
        except PublishingError as refused:
            self.message_user(request, str(refused), messages.WARNING)
            return False
        self.log_change(request, flow, f"Published version {version.number}.")
        self.message_user(request, f"Version {version.number} is published: new conversations take it from now on.")
        return True


def _change_url(flow: Flow) -> str:
    return reverse("admin:flows_app_flow_change", args=[flow.pk])


def _to_publishing(flow: Flow) -> HttpResponse:
    return HttpResponseRedirect(reverse("admin:flows_app_flow_publish", args=[flow.pk]))


def _number_with_gaps(rows: Any) -> None:
    ordered = list(rows.order_by("position", "pk"))
    for place, row in enumerate(ordered, start=1):
        row.position = place * ROW_GAP
    rows.model.objects.bulk_update(ordered, ["position"])
