from typing import Any
from urllib.parse import parse_qs

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from flows_app.admin.pages import change_url
from flows_app.admin.rights import RightsByBot, person_of
from flows_app.editor.simulating import why_not_by_model
from flows_app.editor.stored_tests import delete_test, store_test
from flows_app.exchange import ImportRefused
from flows_app.exchange.flow_tests import problems_of, read_script, script_text
from flows_app.models import Flow, FlowTest
from flows_app.models.flow_test import without_name
from flows_app.ports import FlowTestResult, flow_test_runner
from flows_app.rights import bots_with

_EXAMPLE = """\
turns:
  - user: hi
    bot: What is your name?
  - user: Ana
    bot: Hello, Ana!
"""
_FLOW_FILTER = "flow__id__exact"
# More than these nobody reads, and a session need not hold them.
_FAILURES_TOLD = 10


class FlowChoice(forms.ModelChoiceField):
    """Flows of several bots may have one name."""

    def label_from_instance(self, flow: Any) -> str:
        return f"{flow.bot}: {flow}"


class FlowTestForm(forms.ModelForm):
    script = forms.CharField(
        label=_("Script"),
        strip=False,
        initial=_EXAMPLE,
        widget=forms.Textarea(attrs={"rows": 24, "cols": 80, "class": "yaml", "spellcheck": "false"}),
        help_text=_(
            "As YAML: what the user does, turn by turn, and what must come of it. The language reference "
            "lists all keys: commands, press, options, slots, stack, called, actions and more."
        ),
    )

    class Meta:
        model = FlowTest
        fields = ("flow", "name", "script")
        widgets = {"name": forms.TextInput(attrs={"size": 80})}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.pk:
            self.initial["script"] = script_text(self.instance)
            if "flow" in self.fields:
                self.fields["flow"].disabled = True

    def clean_script(self) -> dict[str, Any]:
        try:
            # A name that is refused has its own complaint.
            script = read_script(self.cleaned_data["script"], name=self.cleaned_data.get("name") or "a test")
        except ImportRefused as refused:
            raise ValidationError(problems_of(refused)) from None
        return without_name(script)


@admin.register(FlowTest)
class FlowTestAdmin(RightsByBot, admin.ModelAdmin):
    form = FlowTestForm
    bot_lookup = "flow__bot"
    fields = ("flow", "name", "script")
    list_display = ("name", "of_flow", "updated_at")
    list_filter = (("flow__bot", admin.RelatedOnlyFieldListFilter), ("flow", admin.RelatedOnlyFieldListFilter))
    list_select_related = ("flow__bot",)
    search_fields = ("name", "flow__name")
    readonly_fields = ("script_to_read",)
    actions = ("run_tests",)

    class Media:
        css = {"all": ("flows_app/admin_pages.css", "flows_app/flow_tests.css")}

    @admin.display(description=_("Flow"), ordering="flow")
    def of_flow(self, test: FlowTest) -> str:
        return format_html('<a href="{}">{}: {}</a>', change_url(test.flow), test.flow.bot, test.flow)

    def get_fields(self, request: HttpRequest, obj: FlowTest | None = None) -> tuple[str, ...]:
        may_write = self.has_change_permission(request, obj)
        return self.fields if may_write else ("flow", "name", "script_to_read")

    @admin.display(description=_("Script"))
    def script_to_read(self, test: FlowTest) -> str:
        return format_html('<pre class="yaml">{}</pre>', script_text(test))

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        if db_field.name == "flow":
            bots = bots_with(person_of(request), self.add_right)
            kwargs |= {"form_class": FlowChoice, "queryset": Flow.objects.filter(bot__in=bots).select_related("bot")}
        return super().formfield_for_foreignkey(db_field, request, **kwargs)

    def get_form(self, request: HttpRequest, obj: Any | None = None, change: bool = False, **kwargs: Any) -> Any:
        form: Any = super().get_form(request, obj, change, **kwargs)
        if flow := form.base_fields.get("flow"):
            # Nobody writes a flow in passing.
            flow.widget.can_add_related = flow.widget.can_change_related = False
        return form

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        """Preselects the flow when a test is added from the list of one flow."""
        filters = parse_qs(request.GET.get("_changelist_filters", ""))
        of_list = {"flow": filters[_FLOW_FILTER][0]} if _FLOW_FILTER in filters else {}
        return {**of_list, **super().get_changeform_initial_data(request)}

    # Saving

    def save_model(self, request: HttpRequest, obj: FlowTest, form: Any, change: bool) -> None:
        store_test(obj, person_of(request))

    def delete_model(self, request: HttpRequest, obj: FlowTest) -> None:
        delete_test(obj, person_of(request))

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[FlowTest]) -> None:
        for test in queryset:
            self.delete_model(request, test)

    # Running

    @admin.action(description=_("Run the selected tests on the drafts"), permissions=["view"])
    def run_tests(self, request: HttpRequest, queryset: QuerySet[FlowTest]) -> None:
        person = person_of(request)
        tests = [test for test in queryset.select_related("flow__bot") if not why_not_by_model(person, test.flow.bot)]
        if len(tests) < queryset.count():
            said = gettext("Some were not run: they ask their bot’s language model, which needs the right to write.")
            self.message_user(request, said, messages.WARNING)
        results = flow_test_runner.get().on_drafts(tests)
        failed = [result for result in results if not result.passed]
        for result in failed[:_FAILURES_TOLD]:
            self.message_user(request, _failure(result), messages.ERROR)
        if len(failed) > _FAILURES_TOLD:
            more = gettext("{count} more failed.").format(count=len(failed) - _FAILURES_TOLD)
            self.message_user(request, more, messages.ERROR)
        passed = len(results) - len(failed)
        if passed:
            said = ngettext("{count} test passed.", "{count} tests passed.", passed).format(count=passed)
            self.message_user(request, said, messages.SUCCESS)


def _failure(result: FlowTestResult) -> SafeString:
    problems = "\n".join(result.problems)
    failed = format_html(gettext("<b>{test}</b> of {flow}"), test=result.test, flow=result.test.flow)
    return format_html('{}<pre class="problems">{}</pre>', failed, problems)
