"""`POST …/messages?wait=10`: the answer in the same response, without a thread or a connection held meanwhile."""

import time
from typing import Any
from uuid import UUID

from django.http import HttpRequest, JsonResponse
from django.views.decorators.csrf import csrf_exempt

from conversations_app.api.bodies import Wait
from conversations_app.api.listening import Listener, listening
from conversations_app.api.messages import REPLAYED, MessagesView, PostedMessageShape
from conversations_app.api.on_orm_threads import on_orm_threads, stands_for
from conversations_app.api.problems import problem
from conversations_app.concurrency.orm import in_orm_thread
from conversations_app.delivery import gone_frame, public_message
from conversations_app.delivery.shapes import MessageShape
from conversations_app.limits import WAIT_POLL_SECONDS
from conversations_app.models import Conversation, Message
from conversations_app.prepared import Given, PreparedQuery

# The message that was posted is the first of its own turn, and the replies follow.
_messages_of_turn = PreparedQuery(
    lambda: Message.objects.filter(
        conversation=Given(Message, "conversation"),
        turn_seq=Given(Message, "turn_seq"),
        seq__gte=Given(Message, "seq", "turn_seq"),
    ).order_by("seq")
)
_answer = on_orm_threads(MessagesView.as_view())


class AnsweredMessageShape(PostedMessageShape):
    replies: list[MessageShape]
    complete: bool


@stands_for(MessagesView)
@csrf_exempt
async def messages(request: HttpRequest, conversation_id: UUID) -> Any:
    if request.method != "POST":
        return await _answer(request, conversation_id=conversation_id)
    wanted = Wait(data=request.GET.dict())
    # The view reports a wrong parameter, after it has checked the credential.
    if not wanted.is_valid() or wanted.validated_data["wait"] is None:
        return await _answer(request, conversation_id=conversation_id)
    # Subscribed before the turn is enqueued: its end can't be missed.
    async with listening(conversation_id) as listener:
        response = await _answer(request, conversation_id=conversation_id)
        if response.status_code != 202:
            return response
        message = response.data["message"]
        replayed = REPLAYED in response
        # The turn of a repeated post may have ended long ago: no event of it will come.
        complete = replayed and await in_orm_thread(_is_answered, conversation_id, message["seq"])
        if not complete:
            complete = await _turn_ended(conversation_id, message["seq"], listener, wanted.validated_data["wait"])
        replies = await in_orm_thread(_replies, conversation_id, message["seq"])
    if replies is None:
        return problem(404, "conversation_not_found", "This conversation has been erased.")
    answer: AnsweredMessageShape = {"message": message, "replies": replies, "complete": complete}
    return JsonResponse(answer, headers={REPLAYED: "true"} if replayed else {})


async def _turn_ended(conversation_id: UUID, seq: int, listener: Listener, seconds: float) -> bool:
    """Listens for the end of the turn; looks into the database now and then, because events may be dropped."""
    deadline = time.monotonic() + seconds
    while (left := deadline - time.monotonic()) > 0:
        frame = await listener.next_frame(min(left, WAIT_POLL_SECONDS))
        if frame is None:
            if await in_orm_thread(_is_answered, conversation_id, seq):
                return True
        elif frame == gone_frame():
            return False
        elif frame["type"] == "status" and frame["turn"] >= seq:
            return True
    return await in_orm_thread(_is_answered, conversation_id, seq)


def _is_answered(conversation_id: UUID, seq: int) -> bool:
    return Conversation.objects.filter(pk=conversation_id, processed_seq__gte=seq).exists()


def _replies(conversation_id: UUID, seq: int) -> list[MessageShape] | None:
    """Gives the replies of a turn; None if the conversation has been erased, and the posted message with it."""
    turn = _messages_of_turn.all(conversation=conversation_id, turn_seq=seq)
    return [public_message(message) for message in turn if message.seq > seq] if turn else None
