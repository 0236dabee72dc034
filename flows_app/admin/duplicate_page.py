"""The page that asks what the copy of a flow is called."""

from typing import Any

from django import forms
from django.contrib.admin import ModelAdmin
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from flows_app.admin.pages import change_url, render_page
from flows_app.admin.rights import person_of
from flows_app.editor.duplicating import duplicate_flow, suggested_name
from flows_app.models import Flow
from flows_app.rights import Right, require


class DuplicateForm(forms.ModelForm):
    with_triggers = forms.BooleanField(
        required=False,
        label=_("Copy what people say to start it"),
        help_text=_(
            "Of two flows with the same examples, the bot can't tell which one is meant: leave this unticked "
            "unless the first one goes."
        ),
    )

    class Meta:
        model = Flow
        fields = ("name",)
        help_texts = {"name": _("In small letters, such as send_money. Other flows call it by this name.")}

    def __init__(self, *args: Any, source: Flow, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.source = source

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if Flow.objects.filter(bot=self.source.bot_id, name=name).exists():
            raise forms.ValidationError(_taken(name))
        return name


def duplicate_page(model_admin: ModelAdmin, request: HttpRequest, flow: Flow) -> HttpResponse:
    require(person_of(request), Right.WRITE, flow.bot)
    form = DuplicateForm(request.POST or None, initial={"name": suggested_name(flow)}, source=flow)
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        try:
            copy = duplicate_flow(flow, given["name"], person_of(request), with_triggers=given["with_triggers"])
        except IntegrityError:  # in this very moment
            form.add_error("name", _taken(given["name"]))
        else:
            model_admin.log_addition(request, copy, f"Copied from {flow}.")
            return HttpResponseRedirect(change_url(copy))
    tests = flow.tests.count()
    return render_page(
        model_admin,
        request,
        "duplicate.html",
        flow,
        gettext("Duplicate “{flow}”").format(flow=flow),
        form=form,
        tests=tests,
    )


def _taken(name: str) -> str:
    return gettext("Another flow of this bot is called “{name}”: choose another name.").format(name=name)
