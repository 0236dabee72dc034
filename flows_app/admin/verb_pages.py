"""Pages that ask “are you sure?” before a verb acts: each shows why it would refuse, and what it will do."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.admin import ModelAdmin
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext, override
from django.utils.translation import gettext_lazy as _

from flows_app.admin.change_view import grouped
from flows_app.admin.pages import change_url, refusal_of, render_page
from flows_app.admin.rights import person_of
from flows_app.drafts import read_draft
from flows_app.flow_language import FlowDefinition
from flows_app.models import Flow, FlowVersion
from flows_app.publishing import (
    Change,
    PublishingError,
    PublishRefused,
    RestoreDraft,
    RollBackFlow,
    StillNeeded,
    WithdrawFlow,
    compare,
)
from flows_app.publishing.versions import read_version
from flows_app.rights import Right, require


class NoteForm(forms.Form):
    """Why a version comes or goes; and which draft its reader has seen."""

    note = forms.CharField(
        max_length=FlowVersion._meta.get_field("note").max_length,
        required=False,
        label=_("Note"),
        widget=forms.TextInput(attrs={"size": 60, "placeholder": _("Why, for your colleagues")}),
    )
    draft_revision = forms.IntegerField(required=False, widget=forms.HiddenInput)


@dataclass(frozen=True)
class Question:
    title: str
    sentences: tuple[str, ...]
    button: str
    # In the reader's language; the log has it in English.
    done: Promise
    # From the note and the revision that the page showed.
    verb: Callable[[str, int | None], Any]
    changes: tuple[Change, ...] = ()
    takes_note: bool = True


def roll_back_page(model_admin: ModelAdmin, request: HttpRequest, flow: Flow, number: int) -> HttpResponse:
    require(person_of(request), Right.PUBLISH, flow.bot)
    version = get_object_or_404(flow.versions, number=number)
    current = read_version(flow.current_version).definition if flow.current_version else None
    question = Question(
        title=gettext("Roll “{flow}” back to version {number}").format(flow=flow, number=number),
        sentences=(
            gettext("What version {number} says is published again, as a new version.").format(number=number),
            gettext("New conversations take it at once; those under way keep theirs. The draft stays as it is."),
        ),
        button=gettext("Roll back to version {number}").format(number=number),
        done=format_lazy(
            _("Rolled back: new conversations take what version {number} says from now on."), number=number
        ),
        verb=lambda note, _: RollBackFlow(flow, version, user=person_of(request), note=note),
        changes=_changes(current, read_version(version).definition),
    )
    return _ask(model_admin, request, flow, question)


def restore_page(model_admin: ModelAdmin, request: HttpRequest, flow: Flow, number: int) -> HttpResponse:
    require(person_of(request), Right.WRITE, flow.bot)
    version = get_object_or_404(flow.versions, number=number)
    question = Question(
        title=gettext("Restore version {number} of “{flow}” into the draft").format(number=number, flow=flow),
        sentences=(
            gettext("The draft is replaced by what version {number} says. Nothing is published.").format(number=number),
            gettext("What is in the draft now is kept in the log."),
        ),
        button=gettext("Replace the draft"),
        done=format_lazy(_("The draft says what version {number} says."), number=number),
        verb=lambda _, revision: RestoreDraft(flow, version, user=person_of(request), expected_revision=revision),
        changes=_changes(read_draft(flow).definition, read_version(version).definition),
        takes_note=False,
    )
    return _ask(model_admin, request, flow, question)


def withdraw_page(model_admin: ModelAdmin, request: HttpRequest, flow: Flow) -> HttpResponse:
    require(person_of(request), Right.PUBLISH, flow.bot)
    question = Question(
        title=gettext("Withdraw “{flow}”").format(flow=flow),
        sentences=(
            gettext("Nobody can start it any more. Conversations that are in it go on to their end."),
            gettext("Its versions and its draft stay: publishing or rolling back brings it back."),
        ),
        button=gettext("Withdraw"),
        done=format_lazy(_("“{flow}” is withdrawn: nobody can start it any more."), flow=flow),
        verb=lambda note, _: WithdrawFlow(flow, user=person_of(request), note=note),
    )
    return _ask(model_admin, request, flow, question)


def _ask(model_admin: ModelAdmin, request: HttpRequest, flow: Flow, question: Question) -> HttpResponse:
    form = NoteForm(request.POST or None, initial={"draft_revision": flow.draft_revision})
    refusal: PublishingError | None = None
    if request.method == "POST" and form.is_valid():
        try:
            question.verb(form.cleaned_data["note"], form.cleaned_data["draft_revision"]).execute()
        except PublishingError as refused:
            refusal = refused
        else:
            with override("en"):
                model_admin.log_change(request, flow, str(question.done))
            model_admin.message_user(request, str(question.done), messages.SUCCESS)
            return HttpResponseRedirect(change_url(flow))
    standing = refusal_of(question.verb("", None))
    refusal = refusal or standing
    return render_page(
        model_admin,
        request,
        "confirm.html",
        flow,
        question.title,
        question=question,
        groups=grouped(question.changes),
        form=form,
        refusal=refusal,
        findings=refusal.findings if isinstance(refusal, PublishRefused) else (),
        callers=refusal.callers if isinstance(refusal, StillNeeded) else (),
        may_try=refusal is None,
    )


def _changes(old: FlowDefinition | None, new: FlowDefinition | None) -> tuple[Change, ...]:
    return compare(old, new) if old and new else ()
