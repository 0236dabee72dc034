from typing import Any, cast
from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView
from typing_extensions import TypedDict

from conversations_app.api.access import checked, holder_of, open_conversation, require_scope, require_user
from conversations_app.api.bodies import MessagePage, NewMessage, Wait
from conversations_app.api.described import messages as described
from conversations_app.api.idempotency import REPLAYED, client_id_given
from conversations_app.delivery import public_message
from conversations_app.delivery.onlooking import masked_message
from conversations_app.delivery.shapes import MessageShape
from conversations_app.models import ApiKey, Conversation, Message
from conversations_app.verbs.posting import post_message

__all__ = ["REPLAYED", "MessagesView"]


class MessagePageShape(TypedDict):
    results: list[MessageShape]
    next: int | None
    previous: int | None


class PostedMessageShape(TypedDict):
    message: MessageShape


class MessagesView(APIView):
    @described.listing
    def get(self, request: Request, conversation_id: UUID) -> Response:
        conversation = open_conversation(request, conversation_id)
        page = checked(MessagePage, request.query_params)
        backwards = page["before"] and not page["after"]
        found = _older(conversation, page) if backwards else _newer(conversation, page)
        if not holder_of(request).speaks_for_user:
            found["results"] = [cast(MessageShape, masked_message(message)) for message in found["results"]]
        return Response(found)

    @described.posting
    def post(self, request: Request, conversation_id: UUID) -> Response:
        """Without `wait`; with it, `waiting.messages` calls this and then waits for the turn to end."""
        checked(Wait, request.query_params)
        body = checked(NewMessage, request.data)
        body["client_id"] = client_id_given(request, body["client_id"])
        holder = holder_of(request)

        def may_post(conversation: Conversation) -> bool:
            may_open = holder.may_open(conversation)
            if may_open:
                require_user(holder)
            if may_open and body["commands"] is not None:
                require_scope(holder, ApiKey.Scope.COMMANDS, conversation.bot_id)
            return may_open

        posted = post_message(conversation_id, body.pop("text"), **body, sender=holder.name, may_open=may_post)
        headers = {} if posted.new else {REPLAYED: "true"}
        answer: PostedMessageShape = {"message": public_message(posted.message)}
        return Response(answer, status=202, headers=headers)


def _newer(conversation: Conversation, page: dict[str, Any]) -> MessagePageShape:
    """From a place on, towards the newest."""
    following = conversation.messages.filter(seq__gt=page["after"]).order_by("seq")
    if page["before"]:
        following = following.filter(seq__lt=page["before"])
    messages = list(following[: page["limit"] + 1])
    shown = messages[: page["limit"]]
    return _page(shown, following=shown[-1].seq if len(messages) > len(shown) else None)


def _older(conversation: Conversation, page: dict[str, Any]) -> MessagePageShape:
    """Gives the last messages before a seq, for clients that read backwards; in the order of seq all the same."""
    newest_first = conversation.messages.filter(seq__lt=page["before"]).order_by("-seq")
    return _page([*reversed(newest_first[: page["limit"]])], following=None)


def _page(shown: list[Message], following: int | None) -> MessagePageShape:
    """Seqs are dense and begin with 1, so a page that begins later has some before it."""
    return {
        "results": [public_message(message) for message in shown],
        "next": following,
        "previous": shown[0].seq if shown and shown[0].seq > 1 else None,
    }
