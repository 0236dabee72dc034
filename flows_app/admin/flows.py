from typing import Any

from django.contrib import admin
from django.contrib.admin.options import IS_POPUP_VAR
from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, HttpResponseRedirect
from django.urls import path, reverse
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from flows_app.admin.compare_page import compare_page
from flows_app.admin.duplicate_page import duplicate_page
from flows_app.admin.editor.page import editor_page
from flows_app.admin.editor.urls import editor_urls
from flows_app.admin.new_flow import NewFlowForm
from flows_app.admin.pages import change_url, flow_page
from flows_app.admin.rights import RightsByBot, person_of
from flows_app.admin.verb_pages import restore_page, roll_back_page, withdraw_page
from flows_app.audit import record
from flows_app.drafts import draft_as_written
from flows_app.models import Flow
from flows_app.rights import bots_with

PROTECTED_SHOWN = 20


class PlainRefusals:
    """Names what stands in the way of a deletion. Django would say that a right is missing,
    as nobody may delete versions and conversations; and it would list every one of them.

    Put before Django's class. Nothing is deleted while anything is protected, whatever rights are needed.
    """

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> Any:
        to_delete, counts, needed, protected = super().get_deleted_objects(objs, request)  # type: ignore[misc]
        if not protected:
            return to_delete, counts, needed, protected
        shown, left_out = protected[:PROTECTED_SHOWN], len(protected) - PROTECTED_SHOWN
        return (
            to_delete,
            counts,
            set(),
            [*shown, gettext("and {count} more").format(count=left_out)] if left_out > 0 else shown,
        )


@admin.register(Flow)
class FlowAdmin(PlainRefusals, RightsByBot, admin.ModelAdmin):
    """Flows are begun on a small page, and written in the editor."""

    form = NewFlowForm
    fields = ("bot", "name", "description", "start_from", "file")
    list_display = ("name", "bot", "description", "published", "updated_at", "duplicate_link")
    list_filter = (("bot", admin.RelatedOnlyFieldListFilter),)
    list_select_related = ("bot", "current_version")
    search_fields = ("name", "description")

    class Media:
        css = {"all": ("flows_app/new_flow.css",)}

    @admin.display(description=_("Published"))
    def published(self, flow: Flow) -> str:
        return (
            gettext("version {number}").format(number=flow.current_version.number)
            if flow.current_version
            else gettext("no")
        )

    @admin.display(description=_("Copy"))
    def duplicate_link(self, flow: Flow) -> str:
        address = reverse("admin:flows_app_flow_duplicate", args=[flow.pk])
        called = gettext("Duplicate {flow}").format(flow=flow)
        return format_html('<a href="{}" aria-label="{}">{}</a>', address, called, gettext("Duplicate"))

    def get_list_display(self, request: HttpRequest) -> tuple[str, ...]:
        """Hides the link to copy without the right to write: a copy is a new flow."""
        shown = tuple(self.list_display)
        return shown if self.has_add_permission(request) else shown[:-1]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Flow]:
        return super().get_queryset(request).select_related("bot", "current_version")

    # Beginning a flow

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        if db_field.name == "bot":
            kwargs["queryset"] = bots_with(person_of(request), self.add_right)
        return super().formfield_for_foreignkey(db_field, request, **kwargs)

    def get_form(self, request: HttpRequest, obj: Flow | None = None, change: bool = False, **kwargs: Any) -> Any:
        form: Any = super().get_form(request, obj, change, **kwargs)
        bot = form.base_fields["bot"]
        # Nobody makes a bot in passing.
        bot.widget.can_add_related = bot.widget.can_change_related = bot.widget.can_view_related = False
        return form

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        """Preselects the bot if the person may write for one only."""
        mine = bots_with(person_of(request), self.add_right).values_list("pk", flat=True)[:2]
        return {**({"bot": mine[0]} if len(mine) == 1 else {}), **super().get_changeform_initial_data(request)}

    def render_change_form(self, request: HttpRequest, context: Any, *args: Any, **kwargs: Any) -> HttpResponse:
        """Leaves one button: the editor comes next."""
        context |= {"show_save_and_add_another": False, "show_save_and_continue": False}
        return super().render_change_form(request, context, *args, **kwargs)

    def save_model(self, request: HttpRequest, obj: Flow, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        form.start(obj, request.user)

    def response_add(self, request: HttpRequest, obj: Flow, post_url_continue: str | None = None) -> HttpResponse:
        """Leads to the editor; but a pop-up that another page has opened goes back to that page."""
        if IS_POPUP_VAR in request.POST:
            return super().response_add(request, obj, post_url_continue)
        return HttpResponseRedirect(change_url(obj))

    # Writing it

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        flow = self.get_object(request, unquote(object_id))
        if flow is None:
            # As Django does: back to the start, with a message.
            return super().change_view(request, object_id, form_url, extra_context)
        if not self.has_view_permission(request, flow):
            raise PermissionDenied
        if request.method not in ("GET", "HEAD"):
            return HttpResponseNotAllowed(["GET"])
        return editor_page(self, request, flow)

    def delete_model(self, request: HttpRequest, obj: Flow) -> None:
        record(person_of(request), obj.bot, "deleted", f"flow {obj}", draft=draft_as_written(obj))
        super().delete_model(request, obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Flow]) -> None:
        for flow in queryset:
            self.delete_model(request, flow)

    def get_urls(self) -> list[Any]:
        """The editor's addresses, and the pages that a version's own page leads to."""
        pages = [
            path("<int:flow_id>/withdraw/", flow_page(self, withdraw_page), name="flows_app_flow_withdraw"),
            path("<int:flow_id>/duplicate/", flow_page(self, duplicate_page), name="flows_app_flow_duplicate"),
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
        return [*editor_urls(), *pages, *super().get_urls()]
