"""A person writes to a user whose conversation they have: staff in their own name, a key in that of whom it names."""

from typing import Any
from uuid import UUID

from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from conversations_app.api.access import checked, conversation_for, holder_of
from conversations_app.api.authentication import Holder
from conversations_app.api.bodies import NewReply, Typing
from conversations_app.api.described import agents as described
from conversations_app.api.idempotency import REPLAYED, client_id_given
from conversations_app.api.messages import PostedMessageShape
from conversations_app.delivery import public_message
from conversations_app.models import ApiKey
from conversations_app.verbs.replying import reply_as_agent, show_typing


class RepliesView(APIView):
    @described.reply
    def post(self, request: Request, conversation_id: UUID) -> Response:
        body, holder = checked(NewReply, request.data), holder_of(request)
        body["client_id"] = client_id_given(request, body["client_id"])
        conversation = conversation_for(request, conversation_id, ApiKey.Scope.MANAGE)
        _check_name(holder, body)
        posted = reply_as_agent(conversation, **body, user=holder.person)
        headers = {} if posted.new else {REPLAYED: "true"}
        answer: PostedMessageShape = {"message": public_message(posted.message)}
        return Response(answer, status=201, headers=headers)


class TypingView(APIView):
    @described.typing
    def post(self, request: Request, conversation_id: UUID) -> Response:
        body, holder = checked(Typing, request.data), holder_of(request)
        conversation = conversation_for(request, conversation_id, ApiKey.Scope.MANAGE)
        _check_name(holder, body)
        show_typing(conversation, **body, user=holder.person)
        return Response(status=204)


def _check_name(holder: Holder, body: dict[str, Any]) -> None:
    """The user is told who writes, and not by staff who take another's name."""
    if holder.person is None and not body["agent"]:
        raise ValidationError({"agent": ["Say who writes: the user sees this name."]})
    if holder.person is not None and body["agent"]:
        raise ValidationError({"agent": ["Staff write in their own name."]})
