from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from pydantic import TypeAdapter
from pydantic import ValidationError as NotInTheLanguage

from flows_app.admin.draft_rows import SlotInline
from flows_app.admin.fields import LinesField, ObjectField
from flows_app.admin.legible_rows import LegibleRows
from flows_app.admin.rights import RightsByBot, person_of
from flows_app.admin.roles import RoleInline, record_roles
from flows_app.audit import record
from flows_app.drafts.shared_slots import note_shared_slots
from flows_app.language import BotSettings
from flows_app.language.base import Language
from flows_app.models import AuditEntry, Bot, BotRole, Flow, Slot
from flows_app.models.bot import one_language
from flows_app.rights import Person, Right, may

# They have a field of their own on the page.
COLUMNS_OF_SETTINGS = ("public", "allowed_origins")
# What binds authors and publishers is not theirs to switch off.
RULES = ("second_person_publishes", "tests_gate_publishing")
# How the bot is reached from outside.
FOR_MANAGERS = ("slug", "public", "allowed_origins")

_language = TypeAdapter(Language)


class BotForm(forms.ModelForm):
    allowed_origins = LinesField(help_text=Bot._meta.get_field("allowed_origins").help_text)
    languages = LinesField(
        initial=one_language,
        help_text=Bot._meta.get_field("languages").help_text,
        widget=forms.Textarea(attrs={"rows": 2, "cols": 20}),
    )
    settings = ObjectField(
        help_text="All other settings as JSON: "
        + ", ".join(name for name in BotSettings.model_fields if name not in COLUMNS_OF_SETTINGS)
        + "."
    )
    # Set for each request.
    person: Person = None

    class Meta:
        model = Bot
        fields = ("name", "slug", "default_flow", "languages", "public", "allowed_origins", "settings")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.manages = not self.instance.pk or may(self.person, Right.MANAGE, self.instance)
        for name in FOR_MANAGERS:
            if name in self.fields and not self.manages:
                self.fields[name].disabled = True
        if "default_flow" in self.fields:
            field: Any = self.fields["default_flow"]
            field.queryset = Flow.objects.filter(bot=self.instance) if self.instance.pk else Flow.objects.none()

    def clean_allowed_origins(self) -> list[str]:
        origins: list[str] = self.cleaned_data["allowed_origins"]
        for origin in origins:
            scheme, _, host = origin.partition("://")
            if scheme not in ("http", "https") or not host or "/" in host.rstrip("/"):
                raise ValidationError(f"“{origin}” is no origin: write it like https://shop.example, without a path.")
        return origins

    def clean_languages(self) -> list[str]:
        languages: list[str] = list(dict.fromkeys(self.cleaned_data["languages"]))
        if not languages:
            raise ValidationError("A bot speaks at least one language.")
        for language in languages:
            try:
                _language.validate_python(language)
            except NotInTheLanguage:
                raise ValidationError(f"“{language}” is no language code: write it like en, es or pt-BR.") from None
        return languages

    def clean_settings(self) -> dict[str, Any]:
        settings: dict[str, Any] = self.cleaned_data["settings"]
        if twice := [name for name in COLUMNS_OF_SETTINGS if name in settings]:
            raise ValidationError(f"Leave out “{twice[0]}”: it has a field of its own on this page.")
        try:
            read = BotSettings.model_validate(settings)
        except NotInTheLanguage as refused:
            raise ValidationError([_in_words(problem) for problem in refused.errors()]) from None
        self._keep_the_rules(read)
        return settings

    def _keep_the_rules(self, read: BotSettings) -> None:
        if self.manages:
            return
        before = self.instance.read_settings()
        for rule in RULES:
            if getattr(read, rule) != getattr(before, rule):
                raise ValidationError(f"Only who manages the bot may change “{rule}”.")


def _in_words(problem: Any) -> str:
    place = ".".join(str(part) for part in problem["loc"])
    return f"{place}: {str(problem['msg']).removeprefix('Value error, ').rstrip('.')}."


class BotSlotInline(LegibleRows, RightsByBot, SlotInline):
    fk_name = "bot"
    columns_to_read = ("name", "type", "written")
    verbose_name_plural = "Slots that all flows of this bot share"


@admin.register(Bot)
class BotAdmin(RightsByBot, admin.ModelAdmin):
    form = BotForm
    inlines = (BotSlotInline, RoleInline)
    bot_lookup = "pk"
    add_right = delete_right = Right.MANAGE
    list_display = ("name", "slug", "default_flow", "public", "chat_link")
    list_select_related = ("default_flow",)
    search_fields = ("name", "slug")
    prepopulated_fields = {"slug": ("name",)}

    class Media:
        css = {"all": ("flows_app/flow_form.css", "flows_app/admin_pages.css")}
        js = ("flows_app/flow_form.js",)

    @admin.display(description="Chat")
    def chat_link(self, bot: Bot) -> str:
        if not bot.public:
            return "not public"
        return format_html('<a href="{}">Open the chat</a>', reverse("chat", args=[bot.slug]))

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
