import json
from typing import Any
from urllib.parse import parse_qs
from uuid import UUID

from channels.consumer import get_handler_name
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings

from conversations_app.concurrency.orm import in_orm_thread
from conversations_app.credentials import BadCredential, redeem_ticket
from conversations_app.delivery import gone_frame, group_name, message_frame, status_frame
from conversations_app.limits import MESSAGES_PER_PAGE, SOCKET_FRAME_BYTES
from conversations_app.models import Conversation
from conversations_app.observing import log_context, metrics
from conversations_app.origins import origin_allowed
from conversations_app.runtime.posting import post_message
from conversations_app.runtime.refusals import PostRefused

# Close codes of RFC 6455, and one of our own for a conversation that has been erased meanwhile.
NOT_TEXT = 1003
FRAME_TOO_LARGE = 1009
TRY_AGAIN = 1012
GONE = 4404


class ConversationConsumer(AsyncWebsocketConsumer):
    """One client on one conversation. Origin and ticket are checked before the socket is accepted."""

    channel_name: str | None = None
    _accepted = False

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """The connection's whole life, however it ends."""
        self.conversation_id: UUID = scope["url_route"]["kwargs"]["conversation_id"]
        with log_context.in_conversation(self.conversation_id), metrics.socket_open():
            try:
                await super().__call__(scope, receive, send)
            except ConnectionError:
                if not self._accepted:
                    raise
                # The channel layer has lost its connection, and maybe events: clients come back and ask for them.
                await self.close(TRY_AGAIN)
            finally:
                if self.channel_name:
                    await self.channel_layer.group_discard(group_name(self.conversation_id), self.channel_name)

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Without the library's hop to a thread and back at every event: whoever uses a connection gives it back."""
        await getattr(self, get_handler_name(message))(message)

    async def connect(self) -> None:
        if not await self._may_connect():
            await self.close()
            return
        await self.channel_layer.group_add(group_name(self.conversation_id), self.channel_name)
        await self.accept()
        self._accepted = True

    async def websocket_disconnect(self, message: dict[str, Any]) -> None:
        raise StopConsumer

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if text_data is None:
            await self.close(NOT_TEXT)
        elif len(text_data.encode("utf-8", "surrogatepass")) > SOCKET_FRAME_BYTES:
            await self.close(FRAME_TOO_LARGE)
        else:
            await self._receive_frame(text_data)

    async def conversation_event(self, event: dict[str, Any]) -> None:
        await self._send(event["frame"])
        if event["frame"] == gone_frame():
            await self.close(GONE)

    # What clients send

    async def _receive_frame(self, text: str) -> None:
        try:
            frame = json.loads(text)
        except (ValueError, RecursionError):
            await self._error("not_json", "The frame is not JSON.")
            return
        kind = frame.get("type") if isinstance(frame, dict) else None
        if kind == "message":
            await self._post(frame)
        elif kind == "resume":
            await self._resume(frame)
        else:
            await self._error("unknown_type", "Send a frame of type “message” or “resume”.")

    async def _post(self, frame: dict[str, Any]) -> None:
        # A button stands in place of a text.
        text, client_id = frame.get("text", "" if "option" in frame else None), frame.get("client_id", "")
        option, reply_to = frame.get("option"), frame.get("reply_to")
        if not isinstance(text, str) or not isinstance(client_id, str):
            await self._error("invalid", "“text” and “client_id” must be strings.", client_id=client_id)
            return
        if reply_to is not None and not _is_seq(reply_to):
            await self._error("invalid", "“reply_to” must be a seq.", client_id=client_id)
            return
        try:
            posted = await in_orm_thread(
                post_message, self.conversation_id, text, client_id=client_id, option=option, reply_to=reply_to
            )
        except PostRefused as refused:
            await self._error(refused.code, refused.detail, client_id=client_id)
            if refused.code == "conversation_not_found":
                await self.close(GONE)
            return
        await self._send({"type": "ack", "client_id": client_id, "seq": posted.message.seq})

    async def _resume(self, frame: dict[str, Any]) -> None:
        """Everything after what the client has seen, then where the conversation stands."""
        after = frame.get("after", 0)
        if not _is_seq(after):
            await self._error("invalid", "“after” must be a seq.")
            return
        while missed := await in_orm_thread(_frames_after, self.conversation_id, after):
            for message in missed:
                await self._send(message)
            after = missed[-1]["message"]["seq"]
        conversation = await in_orm_thread(_find, self.conversation_id)
        if conversation is None:
            await self.close(GONE)
            return
        await self._send(status_frame(conversation))

    async def _send(self, frame: dict[str, Any]) -> None:
        await self.send(text_data=json.dumps(frame))

    async def _error(self, code: str, detail: str, **more: Any) -> None:
        await self._send({"type": "error", "code": code, "detail": detail, **more})

    # Who may connect

    async def _may_connect(self) -> bool:
        return await in_orm_thread(self._check_in)

    def _check_in(self) -> bool:
        conversation = _find(self.conversation_id)
        if conversation is None or not self._origin_allowed(conversation):
            return False
        ticket = parse_qs(self.scope["query_string"].decode("latin-1")).get("ticket", [""])[0]
        try:
            return redeem_ticket(ticket) == self.conversation_id
        except BadCredential:
            return False

    def _origin_allowed(self, conversation: Conversation) -> bool:
        """Only browsers name an origin, and they always do; for others the ticket alone decides."""
        origin = self._header(b"origin")
        scheme = "https" if settings.HTTPS or self.scope.get("scheme") == "wss" else "http"
        return origin is None or origin_allowed(conversation.bot, origin, f"{scheme}://{self._header(b'host')}")

    def _header(self, name: bytes) -> str | None:
        return next((value.decode("latin-1") for key, value in self.scope["headers"] if key == name), None)


def _is_seq(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**31


def _find(conversation_id: UUID) -> Conversation | None:
    return Conversation.objects.select_related("bot").filter(pk=conversation_id).first()


def _frames_after(conversation_id: UUID, after: int) -> list[dict[str, Any]]:
    conversation = Conversation(pk=conversation_id)
    following = conversation.messages.filter(seq__gt=after).order_by("seq")
    return [message_frame(message) for message in following[:MESSAGES_PER_PAGE]]
