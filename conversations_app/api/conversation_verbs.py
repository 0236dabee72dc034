"""Verbs on a conversation as a whole, each a POST of its own; and the export of its data."""

from collections.abc import Callable
from functools import partial
from uuid import UUID

from django.http import StreamingHttpResponse
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from conversations_app.api.access import (
    checked,
    conversation_for,
    holder_of,
    open_conversation,
    require_scope,
    require_user,
)
from conversations_app.api.bodies import HandOff, NewRating
from conversations_app.api.conversations import shown_conversation
from conversations_app.api.described import verbs as described
from conversations_app.delivery import public_message, public_rating
from conversations_app.delivery.streamed_json import streamed_json
from conversations_app.models import ApiKey, Conversation
from conversations_app.verbs.ending import end_conversation
from conversations_app.verbs.exporting import ExportShape, by_pages, export_conversation
from conversations_app.verbs.handing_over import hand_back, hand_off
from conversations_app.verbs.rating import rate_conversation

_MANAGE = ApiKey.Scope.MANAGE


class CloseView(APIView):
    @described.close
    def post(self, request: Request, conversation_id: UUID) -> Response:
        """End users too may leave for good."""
        conversation, holder = open_conversation(request, conversation_id), holder_of(request)
        return Response(shown_conversation(end_conversation(conversation, user=holder.person), holder))


class HandOffView(APIView):
    @described.hand_off
    def post(self, request: Request, conversation_id: UUID) -> Response:
        body = checked(HandOff, request.data)
        conversation = conversation_for(request, conversation_id, _MANAGE)
        return _handed_over(request, partial(hand_off, conversation, body["queue"]))


class HandBackView(APIView):
    @described.hand_back
    def post(self, request: Request, conversation_id: UUID) -> Response:
        conversation = conversation_for(request, conversation_id, _MANAGE)
        return _handed_over(request, partial(hand_back, conversation))


class RatingView(APIView):
    @described.rate
    def post(self, request: Request, conversation_id: UUID) -> Response:
        """Stores a rating; only the user rates, or a system that speaks for them."""
        rating = checked(NewRating, request.data)
        conversation = open_conversation(request, conversation_id)
        require_user(holder_of(request))
        return Response(public_rating(rate_conversation(conversation, **rating)))


class ExportView(APIView):
    @described.export
    def get(self, request: Request, conversation_id: UUID) -> StreamingHttpResponse:
        conversation, holder = open_conversation(request, conversation_id), holder_of(request)
        if holder.is_end_user:
            return streamed_json(_transcript(conversation))
        require_scope(holder, _MANAGE, conversation.bot_id)
        return streamed_json(export_conversation(conversation, user=holder.person))


def _handed_over(request: Request, verb: Callable[..., Conversation]) -> Response:
    holder = holder_of(request)
    return Response(shown_conversation(verb(user=holder.person), holder))


def _transcript(conversation: Conversation) -> ExportShape:
    """Exports what users have said and read themselves; how it was understood is not theirs to see."""
    return {
        "messages": (public_message(message) for message in by_pages(conversation.messages.all(), "seq")),
        "rating": public_rating(conversation),
    }
