"""Verbs of an agent on a conversation: buttons on its page, each a POST of its own."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.admin import ModelAdmin
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import URLPattern, path, reverse
from django.utils.functional import Promise
from django.utils.translation import gettext, override
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from conversations_app.delivery.streamed_json import streamed_json
from conversations_app.models import Conversation
from conversations_app.rate_limiting import take
from conversations_app.refusals import Refused
from conversations_app.simulator.conversation_tests import make_test
from conversations_app.verbs.ending import end_conversation
from conversations_app.verbs.erasing import erase_conversation
from conversations_app.verbs.exporting import ExportShape, export_conversation
from conversations_app.verbs.handing_over import hand_back, hand_off
from conversations_app.verbs.retrying import failed_turn, retry_turn
from flows_app.admin.rights import person_of
from flows_app.models import FlowTest
from flows_app.rights import Person, Right, may

Status = Conversation.Status


def back_to_page(pk: UUID, _: Any) -> HttpResponse:
    return HttpResponseRedirect(reverse("admin:conversations_app_conversation_change", args=[pk]))


def on_to_list(*_: Any) -> HttpResponse:
    return HttpResponseRedirect(reverse("admin:conversations_app_conversation_changelist"))


def as_download(pk: UUID, exported: dict[str, Any]) -> HttpResponseBase:
    return streamed_json(exported, **{"Content-Disposition": f'attachment; filename="conversation-{pk}.json"'})


def on_to_test(_: UUID, test: FlowTest) -> HttpResponse:
    return HttpResponseRedirect(reverse("admin:flows_app_flowtest_change", args=[test.pk]))


@dataclass(frozen=True)
class Verb:
    name: str
    button: str | Promise
    act: Callable[..., Any]
    # Message shown afterwards, if any; the log has it in English.
    done: str | Promise = ""
    right: Right = Right.TALK
    # Tells whether the button is shown for a conversation.
    fits: Callable[[Conversation], bool] = lambda conversation: True
    # Shown before a verb that can't be undone.
    warning: str | Promise = ""
    # Makes the response from the conversation's id and the result of `act`.
    leads: Callable[[UUID, Any], HttpResponseBase] = back_to_page

    @property
    def url_name(self) -> str:
        return f"conversations_app_conversation_{self.name}"


def _in(*statuses: Status) -> Callable[[Conversation], bool]:
    return lambda conversation: conversation.status in statuses


def _has_failed(conversation: Conversation) -> bool:
    return conversation.status in (Status.OPEN, Status.WAITING) and failed_turn(conversation) is not None


def _has_run_a_flow(conversation: Conversation) -> bool:
    return conversation.flow_runs.exists()


def _export(conversation: Conversation, *, user: Person, sensitive: bool = False) -> ExportShape:
    decision = take(("export_by_holder", f"staff:{user.pk if user else None}"))
    if decision and not decision.allowed:
        raise Refused(
            "rate_limited",
            gettext("Too many exports. Try again in {seconds} s.").format(seconds=decision.retry_after),
        )
    return export_conversation(conversation, user=user, sensitive=sensitive)


VERBS = (
    Verb(
        "take_over",
        button=_("Take over"),
        done=_("You have taken over: the bot is silent until you hand back."),
        act=hand_off,
        fits=_in(Status.OPEN, Status.WAITING),
    ),
    Verb(
        "hand_back",
        button=_("Hand back to the bot"),
        done=_("Handed back: the bot goes on where it stood."),
        act=hand_back,
        fits=_in(Status.HANDED_OFF),
    ),
    Verb(
        "retry",
        button=_("Try again"),
        done=_("What the user said last is tried again."),
        act=retry_turn,
        fits=_has_failed,
    ),
    Verb(
        "close",
        button=_("Close"),
        done=_("Closed: nothing more can be said in this conversation."),
        act=end_conversation,
        fits=_in(Status.OPEN, Status.WAITING, Status.HANDED_OFF),
        warning=_("Nothing more can be said in it afterwards. This can't be undone."),
    ),
    Verb(
        "make_test",
        button=_("Make a test of this"),
        done=_("A test was made of this conversation: look it over, then run it on the draft."),
        act=make_test,
        right=Right.WRITE,
        fits=_has_run_a_flow,
        leads=on_to_test,
    ),
    Verb("export", button=_("Export"), act=_export, leads=as_download),
    Verb(
        "export_unmasked",
        button=_("Export with sensitive values"),
        act=partial(_export, sensitive=True),
        right=Right.MANAGE,
        leads=as_download,
    ),
    Verb(
        "erase",
        button=_("Erase"),
        done=_("Erased: nothing is stored of this conversation any more."),
        act=erase_conversation,
        right=Right.MANAGE,
        warning=_(
            "Messages, turns and all else that is stored of it are deleted; a test that was made of it "
            "stays. This can't be undone."
        ),
        leads=on_to_list,
    ),
)


def verb_urls(model_admin: ModelAdmin) -> list[URLPattern]:
    return [path(f"<uuid:pk>/{verb.name}/", _view(model_admin, verb), name=verb.url_name) for verb in VERBS]


def verbs_for(conversation: Conversation, person: Person) -> list[tuple[Verb, str]]:
    """Each that the person may use now, with the address that it is posted to."""
    rights = {right for right in Right if may(person, right, conversation.bot)}
    fitting = [verb for verb in VERBS if verb.right in rights and verb.fits(conversation)]
    return [(verb, reverse(f"admin:{verb.url_name}", args=[conversation.pk])) for verb in fitting]


def _view(model_admin: ModelAdmin, verb: Verb) -> Callable[..., HttpResponseBase]:
    """Makes the view of a verb. It answers 404 without the view right; the verb checks the right to act."""

    def act(request: HttpRequest, pk: UUID) -> HttpResponseBase:
        conversation = get_object_or_404(model_admin.get_queryset(request), pk=pk)
        try:
            given = verb.act(conversation, user=person_of(request))
        except Refused as refused:
            model_admin.message_user(request, refused.detail, messages.ERROR)
            return back_to_page(pk, None)
        if verb.done:
            with override("en"):
                model_admin.log_change(request, conversation, str(verb.done))
            model_admin.message_user(request, str(verb.done), messages.SUCCESS)
        return verb.leads(pk, given)

    return model_admin.admin_site.admin_view(require_POST(act))
