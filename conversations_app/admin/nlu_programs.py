from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import path, reverse

from conversations_app.admin.program_parts import Part, parts_of, parts_shown
from conversations_app.admin.times import short_time
from conversations_app.models import NLUProgram
from conversations_app.understanding.programs import activate_program, use_delivered_programs
from flows_app.admin.rights import ReadOnly, RightsByBot, person_of
from flows_app.models import Bot
from flows_app.rights import Right, has_somewhere


@admin.register(NLUProgram)
class NLUProgramAdmin(ReadOnly, RightsByBot, admin.ModelAdmin):
    """Made by `manage.py optimize_nlu`; looked at, compared and activated here."""

    list_display = ("number", "bot", "active", "optimizer", "model", "gain", "counts", "at")
    list_filter = (("bot", admin.RelatedOnlyFieldListFilter), "active", "optimizer")
    list_select_related = ("bot",)
    fields = ("bot", "number", "active", "optimizer", "options", "model", "scores", "examples", "created_at", "parts")
    actions = ("activate", "use_delivered", "compare")

    class Media:
        css = {"all": ("conversations_app/admin/programs.css",)}

    @admin.display(description="Score", ordering="score")
    def gain(self, program: NLUProgram) -> str:
        return f"{100 * program.score_before:.0f} → {100 * program.score:.0f} %"

    @admin.display(description="Examples")
    def counts(self, program: NLUProgram) -> str:
        """Learnt from, and measured on."""
        return f"{program.trained_on} + {program.measured_on}"

    @admin.display(description="Created", ordering="created_at")
    def at(self, program: NLUProgram) -> str:
        return short_time(program.created_at)

    @admin.display(description="Score")
    def scores(self, program: NLUProgram) -> str:
        before = f"program {program.compared_with}" if program.compared_with else "delivered"
        return f"{100 * program.score_before:.1f} % ({before}) → {100 * program.score:.1f} %"

    @admin.display(description="Examples")
    def examples(self, program: NLUProgram) -> str:
        return f"{program.trained_on} learnt from, {program.measured_on} measured on"

    @admin.display(description="Options")
    def options(self, program: NLUProgram) -> str:
        return ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in program.made_with.items()) or "–"

    @admin.display(description="Programs")
    def parts(self, program: NLUProgram) -> str:
        return parts_shown(program)

    # Activating

    def has_publish_permission(self, request: HttpRequest) -> bool:
        return has_somewhere(person_of(request), Right.PUBLISH)

    @admin.action(description="Activate", permissions=["publish"])
    def activate(self, request: HttpRequest, programs: QuerySet[NLUProgram]) -> None:
        chosen = list(programs.select_related("bot"))
        if len({program.bot_id for program in chosen}) < len(chosen):
            self.message_user(request, "Choose one program of a bot: only one can be active.", messages.ERROR)
            return
        for program in chosen:
            try:
                activate_program(program, user=person_of(request))
            except PermissionDenied as refused:
                self.message_user(request, str(refused), messages.ERROR)
                continue
            self.message_user(request, _activated(program), messages.SUCCESS)

    @admin.action(description="Use the delivered programs", permissions=["publish"])
    def use_delivered(self, request: HttpRequest, programs: QuerySet[NLUProgram]) -> None:
        """Of the bots that the selected ones belong to."""
        for bot in Bot.objects.filter(nlu_programs__in=programs).distinct():
            try:
                use_delivered_programs(bot, user=person_of(request))
            except PermissionDenied as refused:
                self.message_user(request, str(refused), messages.ERROR)
                continue
            said = f"“{bot}” uses the delivered programs from the next turn on."
            self.message_user(request, said, messages.SUCCESS)

    # Comparing

    def get_urls(self) -> list[Any]:
        compare = self.admin_site.admin_view(self._compare_page)
        name = "conversations_app_nluprogram_compare"
        return [path("<int:old>/compare/<int:new>/", compare, name=name), *super().get_urls()]

    @admin.action(description="Compare the two selected", permissions=["view"])
    def compare(self, request: HttpRequest, programs: QuerySet[NLUProgram]) -> HttpResponse | None:
        chosen = list(programs.order_by("bot", "number").values_list("pk", flat=True)[:3])
        if len(chosen) != 2:
            self.message_user(request, "Choose two programs to compare.", messages.ERROR)
            return None
        return HttpResponseRedirect(reverse("admin:conversations_app_nluprogram_compare", args=chosen))

    def _compare_page(self, request: HttpRequest, old: int, new: int) -> HttpResponse:
        theirs = self.get_queryset(request).select_related("bot")
        sides = [get_object_or_404(theirs, pk=pk) for pk in (old, new)]
        rows = [(title, [read(side) for side in sides]) for title, read in self._compared().items()]
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "media": self.media,
            "title": f"Compare program {sides[0].number} and program {sides[1].number}",
            "sides": sides,
            "rows": rows,
            "parts": [(two, _told_the_same(*two)) for two in zip(*map(parts_of, sides), strict=True)],
        }
        return TemplateResponse(request, "admin/conversations_app/nluprogram/compare.html", context)

    def _compared(self) -> dict[str, Any]:
        return {
            "Score": self.scores,
            "Examples": self.examples,
            "Optimizer": lambda program: program.optimizer,
            "Options": self.options,
            "Model": lambda program: program.model,
            "Created": self.at,
        }


def _told_the_same(old: Part, new: Part) -> bool:
    return bool(old.instructions) and old.instructions == new.instructions


def _activated(program: NLUProgram) -> str:
    said = f"Program {program.number} of “{program.bot}” is active from the next turn on."
    asked = program.bot.read_settings().understanding
    if asked.provider != "dspy":
        return f"{said} The bot does not ask a language model at present."
    return said if asked.model == program.model else f"{said} It was made for {program.model}, not for {asked.model}."
