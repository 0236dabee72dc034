from typing import Any

from django.contrib import admin
from django.contrib.admin.utils import unquote
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.urls import path, reverse
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from flows_app.admin.bot_filter import InUse
from flows_app.admin.bot_form import VALUES_OF_SETTINGS, BotForm, shown_value
from flows_app.admin.bot_verbs import archive_page, copy_page, delete_page
from flows_app.admin.identity_page import identity_page
from flows_app.admin.legible_rows import LegibleRows
from flows_app.admin.pages import chat_url
from flows_app.admin.patterns_page import patterns_page
from flows_app.admin.rights import RightsByBot, person_of
from flows_app.admin.roles import RoleInline, record_roles
from flows_app.admin.slot_rows import SlotInline
from flows_app.admin.starters_page import starters_page
from flows_app.admin.understanding_fields import understanding_fieldsets, understanding_in_words
from flows_app.admin.widget_page import widget_page
from flows_app.admin.widget_preview import widget_preview
from flows_app.audit import record, record_settings
from flows_app.drafts.shared_slots import note_shared_slots
from flows_app.models import Bot, BotRole, Slot
from flows_app.rights import Right, may, may_set, reason_for


class BotSlotInline(LegibleRows, RightsByBot, SlotInline):
    columns_to_read = ("name", "type", "written")
    verbose_name_plural = _("Slots that all flows of this bot share")


@admin.register(Bot)
class BotAdmin(RightsByBot, admin.ModelAdmin):
    form = BotForm
    fieldsets = (
        (None, {"fields": (*BotForm.Meta.fields[:-1], *VALUES_OF_SETTINGS)}),
        (_("Understanding"), {"fields": ("understanding",)}),
        (_("Other settings"), {"fields": ("settings",)}),
    )
    readonly_fields = ("understanding",)
    inlines = (BotSlotInline, RoleInline)
    bot_lookup = "pk"
    add_right = delete_right = Right.MANAGE
    list_display = ("name", "slug", "default_flow", "public", "chat_link")
    list_filter = (InUse,)
    list_select_related = ("default_flow",)
    search_fields = ("name", "slug")
    prepopulated_fields = {"slug": ("name",)}

    class Media:
        css = {"all": ("flows_app/slot_rows.css", "flows_app/admin_pages.css")}
        js = ("flows_app/slot_rows.js", "flows_app/bot_form.js")

    @admin.display(description=_("Chat"))
    def chat_link(self, bot: Bot) -> str:
        if bot.archived_at:
            return gettext("archived")
        if chat := chat_url(bot):
            return format_html('<a href="{}" target="_blank" rel="noopener">{}</a>', chat, gettext("Open the chat"))
        return gettext("not public")

    # Settings for people who may only look: the model has no columns for them.

    @admin.display(description=_("Follow the user's language"), boolean=True)
    def follow_language(self, bot: Bot) -> Any:
        return shown_value(bot.settings, "follow_language")

    @admin.display(description=_("Session minutes"))
    def session_minutes(self, bot: Bot) -> Any:
        return _or_never(shown_value(bot.settings, "session_minutes"))

    @admin.display(description=_("Turns without progress"))
    def turns_without_progress(self, bot: Bot) -> Any:
        return _or_never(shown_value(bot.settings, "turns_without_progress"))

    @admin.display(description=_("Tests before publishing"), boolean=True)
    def tests_gate_publishing(self, bot: Bot) -> Any:
        return shown_value(bot.settings, "tests_gate_publishing")

    @admin.display(description=_("A second person publishes"), boolean=True)
    def second_person_publishes(self, bot: Bot) -> Any:
        return shown_value(bot.settings, "second_person_publishes")

    @admin.display(description=_("Understands by"))
    def understanding(self, bot: Bot) -> str:
        return understanding_in_words(bot)

    def get_fieldsets(self, request: HttpRequest, obj: Bot | None = None) -> Any:
        """Shows how the bot understands in words, without the key, to people who may not change it."""
        first, to_read, last = self.fieldsets
        if obj is None or may_set(person_of(request), "understanding", obj):
            return (first, *understanding_fieldsets(obj), last)
        title, options = to_read
        told = gettext("Changing it {reason}").format(reason=reason_for("understanding", obj))
        return (first, (title, {**options, "description": told}), last)

    def get_urls(self) -> list[Any]:
        pages = {
            "patterns": ("patterns/", self.patterns_view),
            "starters": ("starters/", self.starters_view),
            "identity": ("identity/", self.identity_view),
            "widget": ("widget/", self.widget_view),
            "widget_preview": ("widget/preview/", self.widget_preview_view),
            "archive": ("archive/", self.archive_view),
            "copy": ("copy/", self.copy_view),
        }
        return [
            *(
                path(f"<int:bot_id>/{place}", self.admin_site.admin_view(view), name=f"flows_app_bot_{name}")
                for name, (place, view) in pages.items()
            ),
            *super().get_urls(),
        ]

    def patterns_view(self, request: HttpRequest, bot_id: int) -> HttpResponse:
        """Gives 404 without the view right, as the other pages of a bot do."""
        return patterns_page(self, request, get_object_or_404(self.get_queryset(request), pk=bot_id))

    def starters_view(self, request: HttpRequest, bot_id: int) -> HttpResponse:
        return starters_page(self, request, get_object_or_404(self.get_queryset(request), pk=bot_id))

    def identity_view(self, request: HttpRequest, bot_id: int) -> HttpResponse:
        return identity_page(self, request, get_object_or_404(self.get_queryset(request), pk=bot_id))

    def widget_view(self, request: HttpRequest, bot_id: int) -> HttpResponse:
        return widget_page(self, request, get_object_or_404(self.get_queryset(request), pk=bot_id))

    def widget_preview_view(self, request: HttpRequest, bot_id: int) -> HttpResponseBase:
        return widget_preview(request, get_object_or_404(self.get_queryset(request), pk=bot_id))

    def archive_view(self, request: HttpRequest, bot_id: int) -> HttpResponse:
        return archive_page(self, request, get_object_or_404(self.get_queryset(request), pk=bot_id))

    def copy_view(self, request: HttpRequest, bot_id: int) -> HttpResponse:
        return copy_page(self, request, get_object_or_404(self.get_queryset(request), pk=bot_id))

    def delete_view(self, request: HttpRequest, object_id: str, extra_context: Any = None) -> HttpResponse:
        """Replaces Django's page, which deletes no bot that somebody has talked to."""
        return delete_page(self, request, get_object_or_404(self.get_queryset(request), pk=unquote(object_id)))

    def get_actions(self, request: HttpRequest) -> Any:
        """Leaves out Django's deletion of several: a bot is deleted on its own page, which asks."""
        return {name: action for name, action in super().get_actions(request).items() if name != "delete_selected"}

    def render_change_form(self, request: HttpRequest, context: dict[str, Any], *args: Any, **more: Any) -> Any:
        bot: Bot | None = more.get("obj")
        if bot is not None:
            person = person_of(request)
            context["manages"] = may(person, Right.MANAGE, bot)
            context["writes"] = may(person, Right.WRITE, bot)
            context["has_flows"] = bot.flows.exists()
            context["chat"] = None if bot.archived_at else chat_url(bot)
        return super().render_change_form(request, context, *args, **more)

    def get_form(self, request: HttpRequest, obj: Bot | None = None, change: bool = False, **kwargs: Any) -> Any:
        # A class made for this request: nothing leaks into another's.
        form: Any = super().get_form(request, obj, change, **kwargs)
        form.person = person_of(request)
        return form

    def response_post_save_add(self, request: HttpRequest, obj: Bot) -> HttpResponseRedirect:
        """Leads to the bot's own page, which says what comes next: its first flow."""
        if not self.has_view_or_change_permission(request, obj):
            return super().response_post_save_add(request, obj)
        return HttpResponseRedirect(reverse("admin:flows_app_bot_change", args=[obj.pk]))

    def save_model(self, request: HttpRequest, obj: Bot, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        if not change:
            record(person_of(request), obj, "created", f"bot {obj}")
        else:
            record_settings(person_of(request), obj, form.settings_before)
        if form.sets_understanding:
            form.save_key(obj, person_of(request))

    def save_formset(self, request: HttpRequest, form: Any, formset: Any, change: bool) -> None:
        before = {slot.pk: slot.name for slot in form.instance.slots.all()} if formset.model is Slot else {}
        super().save_formset(request, form, formset, change)
        if formset.model is BotRole:
            record_roles(person_of(request), form.instance, formset)
        if formset.model is Slot:
            note_shared_slots(form.instance, _names_changed(before, formset), person_of(request))


def _names_changed(before: dict[int, str], formset: Any) -> set[str]:
    """Old and new names of the slots that a saved formset has added, changed or deleted."""
    changed = [slot for slot, _ in formset.changed_objects]
    touched = [*formset.new_objects, *changed, *formset.deleted_objects]
    return {slot.name for slot in touched} | {before[slot.pk] for slot in changed if slot.pk in before}


def _or_never(limit: int | None) -> int | str:
    return gettext("never") if limit is None else limit
