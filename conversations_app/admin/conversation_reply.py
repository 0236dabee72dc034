"""An agent's answer to the user, from the conversation's page: shown while a person has the conversation."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.contrib.admin import ModelAdmin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from conversations_app.admin.conversation_verbs import back_to_page
from conversations_app.limits import MESSAGE_LENGTH
from conversations_app.models import Conversation
from conversations_app.refusals import Refused
from conversations_app.verbs.replying import agent_name, reply_as_agent
from flows_app.admin.rights import person_of
from flows_app.rights import Person, Right, may

URL_NAME = "conversations_app_conversation_reply"


@dataclass(frozen=True)
class ReplyForm:
    address: str
    # Where to tell that they write.
    typing: str
    # Whom the user sees.
    name: str
    # One for each form that is shown: a button that is pressed twice sends once.
    client_id: str
    longest: int = MESSAGE_LENGTH


def reply_form(conversation: Conversation, person: Person) -> ReplyForm | None:
    """Makes the form for a reply; None if no agent has the conversation, or the person may not reply."""
    if conversation.status != Conversation.Status.HANDED_OFF or not may(person, Right.TALK, conversation.bot):
        return None
    address, typing = (reverse(name, args=[conversation.pk]) for name in (f"admin:{URL_NAME}", "typing"))
    return ReplyForm(address, typing, agent_name(person), uuid4().hex)


def reply_url(model_admin: ModelAdmin) -> URLPattern:
    return path("<uuid:pk>/reply/", _view(model_admin), name=URL_NAME)


def _view(model_admin: ModelAdmin) -> Callable[..., Any]:
    """Makes the view that sends a reply. It answers 404 without the view right; the verb checks the right to reply."""

    def reply(request: HttpRequest, pk: UUID) -> HttpResponse:
        conversation = get_object_or_404(model_admin.get_queryset(request), pk=pk)
        # Browsers send the end of a line as two characters.
        text = request.POST.get("text", "").replace("\r\n", "\n")
        try:
            reply_as_agent(conversation, text, client_id=request.POST.get("client_id", ""), user=person_of(request))
        except Refused as refused:
            model_admin.message_user(request, refused.detail, messages.ERROR)
        else:
            model_admin.message_user(request, gettext("Sent."), messages.SUCCESS)
        return back_to_page(pk, None)

    return model_admin.admin_site.admin_view(require_POST(reply))
