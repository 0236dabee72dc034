from django import forms
from django.contrib import messages
from django.contrib.admin import ModelAdmin
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

from flows_app.admin.pages import change_url, refusal_of, render_page
from flows_app.admin.rights import person_of
from flows_app.models import Flow, FlowVersion
from flows_app.ports import version_usage
from flows_app.publishing import NothingToPublish, PublishFlow, PublishingError, PublishRefused, TestsFailed
from flows_app.publishing.versions import next_number
from flows_app.rights import Right, require
from flows_app.validation import blocking


class NoteForm(forms.Form):
    note = forms.CharField(
        max_length=FlowVersion._meta.get_field("note").max_length,
        required=False,
        widget=forms.TextInput(attrs={"size": 60, "placeholder": "Why, for your colleagues"}),
    )
    draft_revision = forms.IntegerField(required=False, widget=forms.HiddenInput)


def publish_page(model_admin: ModelAdmin, request: HttpRequest, flow: Flow) -> HttpResponse:
    person = person_of(request)
    require(person, Right.PUBLISH, flow.bot)
    form = NoteForm(request.POST or None, initial={"draft_revision": flow.draft_revision})
    refused: PublishingError | None = None
    if request.method == "POST" and form.is_valid():
        seen = form.cleaned_data["draft_revision"]
        try:
            verb = PublishFlow(flow, user=person, note=form.cleaned_data["note"], expected_revision=seen)
            version = verb.execute()
        except PublishingError as error:
            refused = error
            flow.refresh_from_db()
            # What is shown now is the draft of now: the next press is about that.
            form = NoteForm(initial={"note": form.cleaned_data["note"], "draft_revision": flow.draft_revision})
        else:
            model_admin.log_change(request, flow, f"Published version {version.number}.")
            said = f"Version {version.number} is published: new conversations take it from now on."
            model_admin.message_user(request, said, messages.SUCCESS)
            return HttpResponseRedirect(change_url(flow))
    return _show(model_admin, request, flow, form, refused)


def _show(
    model_admin: ModelAdmin, request: HttpRequest, flow: Flow, form: NoteForm, refused: PublishingError | None
) -> HttpResponse:
    publishing = PublishFlow(flow, user=person_of(request))
    standing = refusal_of(publishing)
    refusal = refused or standing
    return render_page(
        model_admin,
        request,
        "publish.html",
        flow,
        f"Publish “{flow}”",
        form=form,
        findings=publishing.findings,
        errors=blocking(publishing.findings),
        # Findings are listed themselves, and so are the tests that failed.
        refusal=None if isinstance(refusal, PublishRefused | TestsFailed) else refusal,
        failed_tests=refused.failures if isinstance(refused, TestsFailed) else (),
        nothing_to_publish=isinstance(standing, NothingToPublish),
        may_try=standing is None,
        next_number=next_number(flow),
        usage=version_usage.get().of_flow(flow),
    )
