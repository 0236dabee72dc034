"""Checks that every view begins with: is the input sound, who is it, and may they."""

from typing import Any, cast
from uuid import UUID

from django.db.models import QuerySet
from django.http import QueryDict
from rest_framework.request import Request

from conversations_app.api.authentication import Holder
from conversations_app.api.problems import Problem
from conversations_app.models import ApiKey, Conversation
from flows_app.models import Bot


def checked(form: type[Any], data: Any) -> dict[str, Any]:
    """Gives the checked values. A web form's are made plain first: DRF would take an empty one for a missing one."""
    serializer = form(data=data.dict() if isinstance(data, QueryDict) else data)
    serializer.is_valid(raise_exception=True)
    values: dict[str, Any] = serializer.validated_data
    return values


def holder_of(request: Request) -> Holder:
    return cast(Holder, request.user)


def require_scope(holder: Holder, scope: ApiKey.Scope, bot_id: int) -> None:
    if not holder.may(scope, bot_id):
        raise _scope_missing(scope)


def bots_for(request: Request, scope: ApiKey.Scope) -> QuerySet[Bot]:
    """Finds the bots for which the holder has the scope; raises a problem if there is none."""
    bots = holder_of(request).bots(scope)
    if not bots.exists():
        raise _scope_missing(scope)
    return bots


def _scope_missing(scope: ApiKey.Scope) -> Problem:
    return Problem(403, "scope_missing", f"This needs the scope “{scope.value}”: to {scope.label}.")


def require_user(holder: Holder) -> None:
    if not holder.speaks_for_user:
        raise Problem(403, "staff_cannot_post", "You look on: only the user writes here.")


def open_conversation(request: Request, conversation_id: UUID) -> Conversation:
    """Finds a conversation. Answers 404 without the right to open it, so that nobody learns that it exists."""
    conversation = Conversation.objects.select_related("bot").filter(pk=conversation_id).first()
    holder = holder_of(request)
    if conversation is None or not holder.may_open(conversation):
        raise Problem(404, "conversation_not_found", "There is no such conversation.")
    return conversation


def conversation_for(request: Request, conversation_id: UUID, scope: ApiKey.Scope) -> Conversation:
    """Finds a conversation that the holder may open, and for which they have the scope."""
    conversation = open_conversation(request, conversation_id)
    require_scope(holder_of(request), scope, conversation.bot_id)
    return conversation
