from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

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

    @admin.display(description=_("Score"), ordering="score")
    def gain(self, program: NLUProgram) -> str:
        return f"{100 * program.score_before:.0f} → {100 * program.score:.0f} %"

    @admin.display(description=_("Examples"))
    def counts(self, program: NLUProgram) -> str:
        """Learnt from, and measured on."""
        return f"{program.trained_on} + {program.measured_on}"

    @admin.display(description=_("Created"), ordering="created_at")
    def at(self, program: NLUProgram) -> str:
        return short_time(program.created_at)

    @admin.display(description=_("Score"))
    def scores(self, program: NLUProgram) -> str:
        number = program.compared_with
        before = gettext("program {number}").format(number=number) if number else gettext("delivered")
        return f"{100 * program.score_before:.1f} % ({before}) → {100 * program.score:.1f} %"

    @admin.display(description=_("Examples"))
    def examples(self, program: NLUProgram) -> str:
        return gettext("{learnt} learnt from, {measured} measured on").format(
            learnt=program.trained_on, measured=program.measured_on
        )

    @admin.display(description=_("Options"))
    def options(self, program: NLUProgram) -> str:
        return ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in program.made_with.items()) or "–"

    @admin.display(description=_("Programs"))
    def parts(self, program: NLUProgram) -> str:
        return parts_shown(program)

    # Activating

    def has_publish_permission(self, request: HttpRequest) -> bool:
        return has_somewhere(person_of(request), Right.PUBLISH)

    @admin.action(description=_("Activate"), permissions=["publish"])
    def activate(self, request: HttpRequest, programs: QuerySet[NLUProgram]) -> None:
        chosen = list(programs.select_related("bot"))
        if len({program.bot_id for program in chosen}) < len(chosen):
            self.message_user(request, gettext("Choose one program of a bot: only one can be active."), messages.ERROR)
            return
        for program in chosen:
            try:
                activate_program(program, user=person_of(request))
            except PermissionDenied as refused:
                self.message_user(request, str(refused), messages.ERROR)
                continue
            self.message_user(request, _activated(program), messages.SUCCESS)

    @admin.action(description=_("Use the delivered programs"), permissions=["publish"])
    def use_delivered(self, request: HttpRequest, programs: QuerySet[NLUProgram]) -> None:
        """Switches the bots of the selected programs to the delivered ones."""
        for bot in Bot.objects.filter(nlu_programs__in=programs).distinct():
            try:
                use_delivered_programs(bot, user=person_of(request))
            except PermissionDenied as refused:
                self.message_user(request, str(refused), messages.ERROR)
                continue
            said = gettext("“{bot}” uses the delivered programs from the next turn on.").format(bot=bot)
            self.message_user(request, said, messages.SUCCESS)

    # Comparing

    def get_urls(self) -> list[Any]:
        compare = self.admin_site.admin_view(self._compare_page)
        name = "conversations_app_nluprogram_compare"
        return [path("<int:old>/compare/<int:new>/", compare, name=name), *super().get_urls()]

    @admin.action(description=_("Compare the two selected"), permissions=["view"])
    def compare(self, request: HttpRequest, programs: QuerySet[NLUProgram]) -> HttpResponse | None:
        chosen = list(programs.order_by("bot", "number").values_list("pk", flat=True)[:3])
        if len(chosen) != 2:
            self.message_user(request, gettext("Choose two programs to compare."), messages.ERROR)
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
            "title": gettext("Compare program {old} and program {new}").format(
                old=sides[0].number, new=sides[1].number
            ),
            "sides": sides,
            "rows": rows,
            "parts": [(two, _told_the_same(*two)) for two in zip(*map(parts_of, sides), strict=True)],
        }
        return TemplateResponse(request, "admin/conversations_app/nluprogram/compare.html", context)

    def _compared(self) -> dict[str, Any]:
        return {
            gettext("Score"): self.scores,
            gettext("Examples"): self.examples,
            gettext("Optimizer"): lambda program: program.optimizer,
            gettext("Options"): self.options,
            gettext("Model"): lambda program: program.model,
            gettext("Created"): self.at,
        }


def _told_the_same(old: Part, new: Part) -> bool:
    return bool(old.instructions) and old.instructions == new.instructions


def _activated(program: NLUProgram) -> str:
    said = gettext("Program {number} of “{bot}” is active from the next turn on.").format(
        number=program.number, bot=program.bot
    )
    asked = program.bot.read_settings().understanding
    if asked.provider != "dspy":
        silent = gettext("The bot does not ask a language model at present.")
        return f"{said} {silent}"
    if asked.model == program.model:
        return said
    other = gettext("It was made for {model}, not for {other}.").format(model=program.model, other=asked.model)
    return f"{said} {other}"
