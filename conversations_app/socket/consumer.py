import asyncio
import json
from typing import Any
from uuid import UUID

from channels.consumer import get_handler_name
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from django.db import Error as DatabaseError

from conversations_app.concurrency.contention import BUSY, BUSY_DETAIL, RETRY_SECONDS, is_busy
from conversations_app.concurrency.orm import in_orm_thread
from conversations_app.credentials.dismissal import staff_group
from conversations_app.delivery import gone_frame, group_name, message_frame, status_frame
from conversations_app.delivery.onlooking import masked_frame
from conversations_app.limits import MESSAGES_PER_PAGE, SOCKET_FRAME_BYTES, STAFF_LOOK_AGAIN_SECONDS
from conversations_app.models import Conversation
from conversations_app.observing import log_context, metrics
from conversations_app.rate_limiting import Held, SocketLimits, TooManyOpen, address_of_scope, open_connections
from conversations_app.socket.entrance import Entrance, Onlooker, find_conversation
from conversations_app.verbs.posting import post_message
from conversations_app.verbs.refusals import PostRefused

# Close codes of RFC 6455, and our own: staff whose session or right has ended, a conversation that has been erased.
NOT_TEXT = 1003
TOO_MUCH = 1008
FRAME_TOO_LARGE = 1009
TRY_AGAIN = 1012
NO_LONGER_ALLOWED = 4403
GONE = 4404

_NOT_JSON = object()


class ConversationConsumer(AsyncWebsocketConsumer):
    """One client on one conversation. Origin and ticket, or session, are checked before the socket is accepted."""

    channel_name: str | None = None
    _accepted = False
    _closed = False
    # Set if it is a member of staff who looks on.
    _onlooker: Onlooker | None = None
    _looking_again: "asyncio.Task[None] | None" = None
    _held: Held | None = None

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
                if self._held:
                    self._held.release()
                if self._looking_again:
                    self._looking_again.cancel()
                if self.channel_name:
                    for group in self._groups():
                        await self.channel_layer.group_discard(group, self.channel_name)

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Skips the library's hop to a thread at every event: code that uses a connection gives it back itself."""
        await getattr(self, get_handler_name(message))(message)

    async def connect(self) -> None:
        visitor = await in_orm_thread(Entrance(self.scope).visitor)
        if visitor is None:
            await self.close()
            return
        self._onlooker = visitor if isinstance(visitor, Onlooker) else None
        address, whose = address_of_scope(self.scope), "staff" if self._onlooker else "user"
        try:
            self._held = open_connections.hold(
                ("open_by_address", address), ("open_by_conversation", f"{self.conversation_id}:{whose}")
            )
        except TooManyOpen:
            await self.close()
            return
        self._limits = SocketLimits(self.conversation_id, address, is_user=self._onlooker is None)
        for group in self._groups():
            await self.channel_layer.group_add(group, self.channel_name)
        await self.accept()
        self._accepted = True
        if self._onlooker:
            # At once, too: of what changed before the socket was in its user's group, nobody has told it.
            self._looking_again = asyncio.create_task(self._look_again_and_again(self._onlooker))

    async def close(self, code: int | None = None, reason: str | None = None) -> None:
        """Once: what else happens before the client has gone changes nothing."""
        if not self._closed:
            self._closed = True
            await super().close(code, reason)

    async def websocket_disconnect(self, message: dict[str, Any]) -> None:
        raise StopConsumer

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if self._closed:
            return
        if text_data is None:
            await self.close(NOT_TEXT)
        elif len(text_data.encode("utf-8", "surrogatepass")) > SOCKET_FRAME_BYTES:
            await self.close(FRAME_TOO_LARGE)
        elif not await self._refused(frame := _read(text_data)):
            await self._receive_frame(frame)

    async def _refused(self, frame: Any) -> bool:
        """Because too many have come."""
        refusal = await self._limits.refusal(frame)
        if refusal:
            await self._send(refusal.frame)
            if refusal.is_last:
                await self.close(TOO_MUCH)
        return refusal is not None

    async def conversation_event(self, event: dict[str, Any]) -> None:
        await self._send(event["frame"])
        if event["frame"] == gone_frame():
            await self.close(GONE)

    async def staff_look_again(self, event: dict[str, Any]) -> None:
        """Something of this member of staff has changed: a session, a role, the account."""
        if self._onlooker is None:
            return
        if self._onlooker.was_in(event["ended_session"]):
            await self.close(NO_LONGER_ALLOWED)
        else:
            await self._look_again(self._onlooker)

    # Staff, who look on

    async def _look_again(self, onlooker: Onlooker) -> None:
        try:
            if not await in_orm_thread(onlooker.may_go_on, self.conversation_id):
                await self.close(NO_LONGER_ALLOWED)
        except DatabaseError:
            # Nobody looks on unasked: who still may comes back.
            await self.close(TRY_AGAIN)

    async def _look_again_and_again(self, onlooker: Onlooker) -> None:
        """In case a change was made without a signal, or its push was lost."""
        while not self._closed:
            await self._look_again(onlooker)
            await asyncio.sleep(STAFF_LOOK_AGAIN_SECONDS)

    def _groups(self) -> list[str]:
        own = group_name(self.conversation_id)
        return [own, staff_group(self._onlooker.user_id)] if self._onlooker else [own]

    # Frames from clients

    async def _receive_frame(self, frame: Any) -> None:
        kind = frame.get("type") if isinstance(frame, dict) else None
        if frame is _NOT_JSON:
            await self._error("not_json", "The frame is not JSON.")
        elif kind == "message":
            await self._post(frame)
        elif kind == "resume":
            await self._resume(frame)
        else:
            await self._error("unknown_type", "Send a frame of type “message” or “resume”.")

    async def _post(self, frame: dict[str, Any]) -> None:
        if self._onlooker:
            await self._error("read_only", "You look on: only the user writes here.", client_id=frame.get("client_id"))
            return
        # A button stands in place of a text.
        text, client_id = frame.get("text", "" if "option" in frame else None), frame.get("client_id", "")
        if not isinstance(text, str) or not isinstance(client_id, str):
            await self._error("invalid", "“text” and “client_id” must be strings.", client_id=client_id)
            return
        reply_to, seen = frame.get("reply_to"), frame.get("seen")
        for name, given in (("reply_to", reply_to), ("seen", seen)):
            if given is not None and not _is_seq(given):
                await self._error("invalid", f"“{name}” must be a seq.", client_id=client_id)
                return
        try:
            posted = await in_orm_thread(
                post_message,
                self.conversation_id,
                text,
                client_id=client_id,
                option=frame.get("option"),
                reply_to=reply_to,
                # Each of several tabs has a connection of its own.
                sender=f"socket:{self.channel_name}",
                seen=seen,
            )
        except PostRefused as refused:
            await self._error(refused.code, refused.detail, client_id=client_id)
            if refused.code == "conversation_not_found":
                await self.close(GONE)
            return
        except DatabaseError as failed:
            if not is_busy(failed):
                raise
            await self._error(BUSY, BUSY_DETAIL, client_id=client_id, retry_after=RETRY_SECONDS)
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
        conversation = await in_orm_thread(find_conversation, self.conversation_id)
        if conversation is None:
            await self.close(GONE)
            return
        await self._send(status_frame(conversation))

    async def _send(self, frame: dict[str, Any]) -> None:
        if not self._closed:
            shown = masked_frame(frame) if self._onlooker else frame
            await self.send(text_data=json.dumps(shown))

    async def _error(self, code: str, detail: str, **more: Any) -> None:
        await self._send({"type": "error", "code": code, "detail": detail, **more})


def _read(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return _NOT_JSON


def _is_seq(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**31


def _frames_after(conversation_id: UUID, after: int) -> list[dict[str, Any]]:
    conversation = Conversation(pk=conversation_id)
    following = conversation.messages.filter(seq__gt=after).order_by("seq")
    return [message_frame(message) for message in following[:MESSAGES_PER_PAGE]]
