import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from conversations_app.admin.meaning import read_meaning, written_meaning
from conversations_app.admin.times import short_time
from conversations_app.dialogue import CommandError
from conversations_app.models import NLUExample, Turn
from conversations_app.understanding.evaluating.wording import in_a_line
from conversations_app.understanding.marked.marking import (
    CannotMark,
    check_markable,
    check_meaning,
    mark_turn,
    unmark,
    unmarked_example,
)
from flows_app.admin.rights import RightsByBot, person_of
from flows_app.engine import Commands
from flows_app.exchange import ImportRefused
from flows_app.rights import Right, bots_with, require

_ASKS = {"collect": _("for a value"), "confirm": _("for a yes or no"), "inform": _("that something is read")}


def standing_shown(text: str, standing: Mapping[str, Any], history: Sequence[Mapping[str, str]]) -> str:
    """Renders where the dialogue stood when the message came."""
    question = standing["question"]
    return render_to_string(
        "admin/conversations_app/nluexample/standing.html",
        {
            "text": text,
            "history": history,
            "question": question and {**question, "asks": _ASKS.get(question["type"], question["type"])},
            "stack": [(flow["flow"], _values(flow["values"])) for flow in reversed(standing["stack"])],
            "language": standing["language"],
            "now": datetime.fromisoformat(standing["now"]),
        },
    )


def _values(values: Mapping[str, Any]) -> list[tuple[str, str]]:
    return [(name, _written(value)) for name, value in values.items() if value is not None]


def _written(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


class MeaningForm(forms.ModelForm):
    meaning = forms.CharField(
        label=_("Meaning"),
        strip=False,
        widget=forms.Textarea(attrs={"rows": 6, "cols": 80, "class": "yaml", "spellcheck": "false"}),
        help_text=_(
            "The right commands, each with a dash: “- affirm”, “- start_flow: transfer”, “- set_slot: "
            "{amount: 50}”. The box begins with what was understood."
        ),
    )

    class Meta:
        model = NLUExample
        fields = ()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        example: NLUExample = self.instance
        self.initial["meaning"] = written_meaning(example.commands or ())

    def clean_meaning(self) -> Commands:
        try:
            return check_meaning(self.instance.turn, read_meaning(self.cleaned_data["meaning"]))
        except ImportRefused as refused:
            raise ValidationError(
                [
                    gettext("Line {number}: {problem}").format(number=one.place.line, problem=one.sentence)
                    for one in refused.problems
                ]
            ) from None
        except (CannotMark, CommandError) as refused:
            raise ValidationError(str(refused)) from None


@admin.register(NLUExample)
class NLUExampleAdmin(RightsByBot, admin.ModelAdmin):
    """An example is made on the page of its turn."""

    form = MeaningForm
    list_display = ("said", "means", "right", "bot", "language", "marked_by", "at")
    list_filter = (("bot", admin.RelatedOnlyFieldListFilter), "was_right", "marked_at")
    list_select_related = ("bot", "marked_by")
    search_fields = ("text",)
    readonly_fields = ("stood", "understood", "meaning_to_read")

    class Media:
        css = {"all": ("conversations_app/admin/transcript.css", "conversations_app/admin/examples.css")}

    # Columns and parts of the page

    @admin.display(description=_("Message"), ordering="text")
    def said(self, example: NLUExample) -> str:
        return example.text[:80]

    @admin.display(description=_("Meaning"))
    def means(self, example: NLUExample) -> str:
        return in_a_line(example.commands)

    @admin.display(description=_("Right"), boolean=True, ordering="was_right")
    def right(self, example: NLUExample) -> bool:
        return example.was_right

    @admin.display(description=_("When"), ordering="marked_at")
    def at(self, example: NLUExample) -> str:
        return short_time(example.marked_at)

    @admin.display(description=_("Language"), ordering="standing__language")
    def language(self, example: NLUExample) -> str:
        return str(example.standing["language"])

    @admin.display(description=_("Where the dialogue stood"))
    def stood(self, example: NLUExample) -> str:
        return standing_shown(example.text, example.standing, example.history)

    @admin.display(description=_("What was understood"))
    def understood(self, example: NLUExample) -> str:
        turn = example.turn
        page = reverse("admin:conversations_app_turn_change", args=[turn.pk])
        by = format_html(gettext('by {provider}, <a href="{page}">in this turn</a>'), provider=turn.provider, page=page)
        return format_html('{} <span class="quiet">{}</span>', in_a_line(turn.commands or ()), by)

    @admin.display(description=_("Meaning"))
    def meaning_to_read(self, example: NLUExample) -> str:
        return format_html('<pre class="yaml">{}</pre>', written_meaning(example.commands))

    def get_fields(self, request: HttpRequest, obj: NLUExample | None = None) -> tuple[str, ...]:
        may_write = obj is None or self.has_change_permission(request, obj)
        return ("stood", "understood", "meaning" if may_write else "meaning_to_read")

    # Adding

    def get_model_perms(self, request: HttpRequest) -> dict[str, bool]:
        return {**super().get_model_perms(request), "add": False}

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        return super().changelist_view(request, {**(extra_context or {}), "has_add_permission": False})

    def add_view(self, request: HttpRequest, form_url: str = "", extra_context: Any = None) -> HttpResponse:
        turn = self._turn(request)
        if turn is None:
            self.message_user(request, gettext("Choose the turn whose message you want to explain."), messages.WARNING)
            return HttpResponseRedirect(reverse("admin:conversations_app_turn_changelist"))
        require(person_of(request), Right.WRITE, turn.bot)
        example = NLUExample.objects.filter(turn=turn).first()
        # A POST overrules what somebody else has marked meanwhile: the last word counts.
        if example and request.method == "GET":
            return HttpResponseRedirect(reverse("admin:conversations_app_nluexample_change", args=[example.pk]))
        try:
            check_markable(turn)
        except CannotMark as refused:
            self.message_user(request, str(refused), messages.ERROR)
            return HttpResponseRedirect(reverse("admin:conversations_app_turn_change", args=[turn.pk]))
        context = {"title": gettext("Say what it means"), "show_save_and_add_another": False, **(extra_context or {})}
        return super().add_view(request, form_url, context)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        context = {"show_save_and_add_another": False, **(extra_context or {})}
        return super().change_view(request, object_id, form_url, context)

    def get_form(self, request: HttpRequest, obj: Any | None = None, change: bool = False, **kwargs: Any) -> Any:
        form: Any = super().get_form(request, obj, change, **{**kwargs, "fields": ()})
        return form if obj is not None else _form_for(form, self._turn(request))

    def _turn(self, request: HttpRequest) -> Turn | None:
        pk = request.GET.get("turn", "")
        theirs = Turn.objects.filter(message__conversation__bot__in=bots_with(person_of(request), self.view_right))
        return theirs.filter(pk=pk).first() if pk.isdecimal() and len(pk) < 19 else None

    # Saving

    def save_model(self, request: HttpRequest, obj: NLUExample, form: Any, change: bool) -> None:
        stored = mark_turn(obj.turn, form.cleaned_data["meaning"], user=person_of(request))
        obj.__dict__.update(stored.__dict__)

    def delete_model(self, request: HttpRequest, obj: NLUExample) -> None:
        unmark(obj, user=person_of(request))

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[NLUExample]) -> None:
        for example in queryset.select_related("bot"):
            self.delete_model(request, example)


def _form_for(form: Any, turn: Turn | None) -> Any:
    """The form of an example that is not there yet: what its page shows is the turn's."""
    if turn is None:
        return form

    example = unmarked_example(turn)

    class OfTurn(form):
        def __init__(self, *args: Any, **kwargs: Any) -> None:
            super().__init__(*args, **{**kwargs, "instance": example})

    return OfTurn
