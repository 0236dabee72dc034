from typing import Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import path, reverse
from django.utils.html import format_html

from flows_app.admin.bot_form import NUMBERS_OF_SETTINGS, BotForm, shown_number
from flows_app.admin.deleting import PlainRefusals
from flows_app.admin.draft_rows import SlotInline
from flows_app.admin.identity_page import identity_page
from flows_app.admin.legible_rows import LegibleRows
from flows_app.admin.patterns_page import patterns_page
from flows_app.admin.rights import RightsByBot, person_of
from flows_app.admin.roles import RoleInline, record_roles
from flows_app.admin.understanding_fields import understanding_fieldsets, understanding_in_words
from flows_app.audit import record
from flows_app.drafts.shared_slots import note_shared_slots
from flows_app.models import AuditEntry, Bot, BotRole, Slot
from flows_app.rights import Right, may


class BotSlotInline(LegibleRows, RightsByBot, SlotInline):
    fk_name = "bot"
    columns_to_read = ("name", "type", "written")
    verbose_name_plural = "Slots that all flows of this bot share"


@admin.register(Bot)
class BotAdmin(PlainRefusals, RightsByBot, admin.ModelAdmin):
    form = BotForm
    fieldsets = (
        (None, {"fields": (*BotForm.Meta.fields[:-1], *NUMBERS_OF_SETTINGS)}),
        ("Understanding", {"fields": ("understanding",)}),
        ("Other settings", {"fields": ("settings",)}),
    )
    readonly_fields = ("understanding",)
    inlines = (BotSlotInline, RoleInline)
    bot_lookup = "pk"
    add_right = delete_right = Right.MANAGE
    list_display = ("name", "slug", "default_flow", "public", "chat_link")
    list_select_related = ("default_flow",)
    search_fields = ("name", "slug")
    prepopulated_fields = {"slug": ("name",)}

    class Media:
        css = {"all": ("flows_app/flow_form.css", "flows_app/admin_pages.css")}
        js = ("flows_app/flow_form.js", "flows_app/bot_form.js")

    @admin.display(description="Chat")
    def chat_link(self, bot: Bot) -> str:
        if not bot.public:
            return "not public"
        return format_html('<a href="{}">Open the chat</a>', reverse("chat", args=[bot.slug]))

    # Who may only look sees them by these: they are no columns.

    @admin.display(description="Session minutes", empty_value="never")
    def session_minutes(self, bot: Bot) -> int | None:
        return shown_number(bot.settings, "session_minutes")

    @admin.display(description="Turns without progress", empty_value="never")
    def turns_without_progress(self, bot: Bot) -> int | None:
        return shown_number(bot.settings, "turns_without_progress")

    @admin.display(description="Understands by")
    def understanding(self, bot: Bot) -> str:
        return understanding_in_words(bot)

    def get_fieldsets(self, request: HttpRequest, obj: Bot | None = None) -> Any:
        """Who may not change how it understands reads it in words, and sees nothing of the key."""
        first, to_read, last = self.fieldsets
        may_change = obj is None or may(person_of(request), Right.PUBLISH, obj)
        return (first, *(understanding_fieldsets(obj) if may_change else (to_read,)), last)

    def get_urls(self) -> list[Any]:
        patterns, identity = map(self.admin_site.admin_view, (self.patterns_view, self.identity_view))
        return [
            path("<int:bot_id>/patterns/", patterns, name="flows_app_bot_patterns"),
            path("<int:bot_id>/identity/", identity, name="flows_app_bot_identity"),
            *super().get_urls(),
        ]

    def patterns_view(self, request: HttpRequest, bot_id: int) -> HttpResponse:
        """To who may not see the bot there is none."""
        return patterns_page(self, request, get_object_or_404(self.get_queryset(request), pk=bot_id))

    def identity_view(self, request: HttpRequest, bot_id: int) -> HttpResponse:
        return identity_page(self, request, get_object_or_404(self.get_queryset(request), pk=bot_id))

    def render_change_form(self, request: HttpRequest, context: dict[str, Any], *args: Any, **more: Any) -> Any:
        bot: Bot | None = more.get("obj")
        context["manages"] = bot is not None and may(person_of(request), Right.MANAGE, bot)
        return super().render_change_form(request, context, *args, **more)

    def get_form(self, request: HttpRequest, obj: Bot | None = None, change: bool = False, **kwargs: Any) -> Any:
        # A class made for this request: nothing leaks into another's.
        form: Any = super().get_form(request, obj, change, **kwargs)
        form.person = person_of(request)
        return form

    def save_model(self, request: HttpRequest, obj: Bot, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        if not change:
            record(person_of(request), obj, "created", f"bot {obj}")
        elif form.changed_data:
            record(person_of(request), obj, "changed", f"bot {obj}", fields=form.changed_data)
        if form.sets_understanding:
            form.save_key(obj, person_of(request))

    def save_formset(self, request: HttpRequest, form: Any, formset: Any, change: bool) -> None:
        before = {slot.pk: slot.name for slot in form.instance.slots.all()} if formset.model is Slot else {}
        super().save_formset(request, form, formset, change)
        if formset.model is BotRole:
            record_roles(person_of(request), form.instance, formset)
        if formset.model is Slot:
            note_shared_slots(form.instance, _names_changed(before, formset), person_of(request))

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> Any:
        """The log of a bot goes with it; as nobody may delete single entries, Django would refuse."""
        to_delete, counts, needed, protected = super().get_deleted_objects(objs, request)
        return to_delete, counts, needed - {AuditEntry._meta.verbose_name}, protected


def _names_changed(before: dict[int, str], formset: Any) -> set[str]:
    """Old and new names of the slots that a saved formset has added, changed or deleted."""
    changed = [slot for slot, _ in formset.changed_objects]
    touched = [*formset.new_objects, *changed, *formset.deleted_objects]
    return {slot.name for slot in touched} | {before[slot.pk] for slot in changed if slot.pk in before}
