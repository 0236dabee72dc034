"""Decides who may connect: the conversation's user by a ticket, or staff by the session of the admin, who look on.

A browser sends cookies along whichever page opens the socket, and no CSRF token with them. So a session counts only
from a page of this platform, which browsers say truthfully; a client without an origin is no browser, and has no
business with its cookies.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs
from uuid import UUID

from django.conf import settings
from django.http import parse_cookie

from conversations_app.credentials import BadCredential, redeem_ticket
from conversations_app.credentials.dismissal import session_name
from conversations_app.credentials.sessions import session_key_in, staff_of_session
from conversations_app.models import Conversation
from conversations_app.origins import origin_allowed, same_origin
from flows_app.rights import Right, may


@dataclass(frozen=True)
class Onlooker:
    """A member of staff, for as long as their session and their right to look at the bot last."""

    user_id: int
    session_key: str

    def may_go_on(self, conversation_id: UUID) -> bool:
        user, conversation = staff_of_session(self.session_key), find_conversation(conversation_id)
        if user is None or user.pk != self.user_id or conversation is None:
            return False
        return may(user, Right.VIEW, conversation.bot)

    def was_in(self, ended_session: str) -> bool:
        return session_name(self.session_key) == ended_session


class TheUser:
    """The conversation's user, by a ticket."""


Visitor = TheUser | Onlooker


class Entrance:
    """A connection that asks to be let in, by what its request says."""

    def __init__(self, scope: dict[str, Any]):
        self._conversation_id: UUID = scope["url_route"]["kwargs"]["conversation_id"]
        self._query: bytes = scope["query_string"]
        self._headers: Iterable[tuple[bytes, bytes]] = scope["headers"]
        scheme = "https" if settings.HTTPS or scope.get("scheme") == "wss" else "http"
        self._own_origin = f"{scheme}://{self._header(b'host')}"
        self._origin = self._header(b"origin")

    def visitor(self) -> Visitor | None:
        """A ticket goes before a session: the admin's own pages may hold a chat."""
        conversation = find_conversation(self._conversation_id)
        if conversation is None:
            return None
        ticket = parse_qs(self._query.decode("latin-1")).get("ticket")
        return self._user(conversation, ticket[0]) if ticket else self._onlooker(conversation)

    def _user(self, conversation: Conversation, ticket: str) -> TheUser | None:
        if not self._origin_allowed(conversation):
            return None
        try:
            return TheUser() if redeem_ticket(ticket) == conversation.pk else None
        except BadCredential:
            return None

    def _onlooker(self, conversation: Conversation) -> Onlooker | None:
        session_key = session_key_in(parse_cookie(self._header(b"cookie") or ""))
        if session_key is None or not self._origin or not same_origin(self._origin, self._own_origin):
            return None
        user = staff_of_session(session_key)
        if user is None or not may(user, Right.VIEW, conversation.bot):
            return None
        return Onlooker(user.pk, session_key)

    def _origin_allowed(self, conversation: Conversation) -> bool:
        """Only browsers name an origin, and they always do; for others the ticket alone decides."""
        return self._origin is None or origin_allowed(conversation.bot, self._origin, self._own_origin)

    def _header(self, name: bytes) -> str | None:
        return next((value.decode("latin-1") for key, value in self._headers if key == name), None)


def find_conversation(conversation_id: UUID) -> Conversation | None:
    return Conversation.objects.select_related("bot").filter(pk=conversation_id).first()
