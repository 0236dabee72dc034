import json
from collections import defaultdict
from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from conversations_app.admin.times import short_time
from conversations_app.dialogue import CommandError
from conversations_app.models import NLUExample, Turn
from conversations_app.sensitive_slots import ASKED_OF_TURNS, sensitive_in_turn
from conversations_app.understanding.evaluating.wording import in_a_line
from conversations_app.understanding.marked.marking import CannotMark, check_markable, mark_turn
from flows_app.admin.rights import ReadOnly, RightsByBot, person_of
from flows_app.masking import masked_commands, masked_leaves, masked_text
from flows_app.rights import Right, RightMissing, has_somewhere, may


class Marked(admin.SimpleListFilter):
    title = _("marked")
    parameter_name = "marked"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("right", gettext("Right")), ("wrong", gettext("Wrong")), ("no", gettext("Not yet"))]

    def queryset(self, request: HttpRequest, turns: QuerySet[Turn]) -> QuerySet[Turn]:
        if self.value() == "no":
            return turns.filter(example=None)
        return turns.filter(example__was_right=self.value() == "right") if self.value() else turns


@admin.register(Turn)
class TurnAdmin(ReadOnly, RightsByBot, admin.ModelAdmin):
    bot_lookup = "message__conversation__bot"
    list_display = ("at", "text", "understood", "marked", "provider", "outcome", "of_conversation")
    list_filter = (Marked, "status", "provider")
    list_select_related = ("message__conversation__bot", "example")
    fields = (
        *("conversation", "message", "first_seq", "status", "understood", "marked", "provider", "noted"),
        *("versions", "failures", "error", "now", "ended_at"),
    )
    actions = ("understood_rightly",)
    change_form_template = "admin/conversations_app/turn/change_form.html"

    class Media:
        css = {"all": ("conversations_app/admin/examples.css",)}

    def get_queryset(self, request: HttpRequest) -> QuerySet[Turn]:
        return super().get_queryset(request).prefetch_related(*ASKED_OF_TURNS)

    @admin.display(description=_("Conversation"))
    def conversation(self, turn: Turn) -> str:
        """A link: what has failed is tried again there."""
        pk = turn.message.conversation_id
        return format_html('<a href="{}">{}</a>', reverse("admin:conversations_app_conversation_change", args=[pk]), pk)

    @admin.display(description=_("In"))
    def of_conversation(self, turn: Turn) -> str:
        """The first part of its name will do in a list."""
        pk = turn.message.conversation_id
        page = reverse("admin:conversations_app_conversation_change", args=[pk])
        return format_html('<a href="{}">{}</a>', page, str(pk)[:8])

    @admin.display(description=_("Created"), ordering="created_at")
    def at(self, turn: Turn) -> str:
        return short_time(turn.created_at)

    @admin.display(description=_("Status"), ordering="status")
    def outcome(self, turn: Turn) -> str:
        status = str(turn.get_status_display())
        if not turn.failures:
            return status
        return gettext("{status}, failed {count}×").format(status=status, count=turn.failures)

    @admin.display(description=_("Text"))
    def text(self, turn: Turn) -> str:
        return masked_text(turn.message.text[:80], sensitive=turn.message.sensitive) or turn.message.event

    @admin.display(description=_("Commands"))
    def understood(self, turn: Turn) -> str:
        return in_a_line(masked_commands(turn.commands, sensitive_in_turn(turn)) or ())

    @admin.display(description=_("Trace"))
    def noted(self, turn: Turn) -> str:
        shown = masked_leaves(turn.trace) if turn.message.sensitive else turn.trace
        return json.dumps(shown, ensure_ascii=False)

    # Marking

    @admin.display(description=_("Marked"))
    def marked(self, turn: Turn) -> str:
        example: NLUExample | None = getattr(turn, "example", None)
        if example is None:
            return "–"
        page = reverse("admin:conversations_app_nluexample_change", args=[example.pk])
        return format_html('<a href="{}">{}</a>', page, gettext("right") if example.was_right else gettext("wrong"))

    def has_mark_permission(self, request: HttpRequest) -> bool:
        return has_somewhere(person_of(request), Right.WRITE)

    @admin.action(description=_("Understood rightly"), permissions=["mark"])
    def understood_rightly(self, request: HttpRequest, turns: QuerySet[Turn]) -> None:
        """Those that can't be marked are told by reason: of many they are mostly of one kind."""
        refused: dict[str, list[Turn]] = defaultdict(list)
        marked = 0
        for turn in turns:
            try:
                mark_turn(turn, user=person_of(request))
                marked += 1
            except (CannotMark, CommandError, RightMissing) as refusal:
                refused[str(refusal)].append(turn)
        if marked:
            said = ngettext(
                "{count} turn is marked as understood rightly.",
                "{count} turns are marked as understood rightly.",
                marked,
            )
            self.message_user(request, said.format(count=marked), messages.SUCCESS)
        for reason, those in refused.items():
            names = ", ".join(f"“{self.text(turn)}”" for turn in those)
            said = gettext("Not marked: {names}. {reason}").format(names=names, reason=reason)
            self.message_user(request, said, messages.WARNING)

    def render_change_form(self, request: HttpRequest, context: Any, *args: Any, **kwargs: Any) -> HttpResponse:
        turn: Turn = kwargs["obj"]
        context["explain_url"], context["unmarkable"] = _explaining(turn, request)
        return super().render_change_form(request, context, *args, **kwargs)


def _explaining(turn: Turn, request: HttpRequest) -> tuple[str, str]:
    """Where to say what it means; or why that can't be said."""
    if not may(person_of(request), Right.WRITE, turn.bot):
        return "", ""
    try:
        check_markable(turn)
    except CannotMark as refused:
        return "", str(refused)
    return f"{reverse('admin:conversations_app_nluexample_add')}?turn={turn.pk}", ""
