from dataclasses import dataclass
from typing import Protocol
from uuid import UUID

from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from conversations_app.credentials import BadCredential, read_token
from conversations_app.models import ApiKey, Conversation
from conversations_app.models.api_key import digest
from conversations_app.prepared import Given, PreparedQuery

_key = PreparedQuery(lambda: ApiKey.objects.valid(Given(ApiKey, "digest")).order_by())


class Holder(Protocol):
    """Who a credential stands for. Views ask what it may do, never what it is."""

    def may_open(self, conversation: Conversation) -> bool:
        """Take part in it: read it and post to it."""

    def may(self, scope: str, bot_id: int) -> bool:
        """Do what needs this scope with conversations of this bot."""


@dataclass(frozen=True)
class KeyHolder:
    """Another system, with a key for one bot."""

    key: ApiKey
    is_authenticated: bool = True

    def may_open(self, conversation: Conversation) -> bool:
        return conversation.bot_id == self.key.bot_id

    def may(self, scope: str, bot_id: int) -> bool:
        return self.key.bot_id == bot_id and scope in self.key.scopes


@dataclass(frozen=True)
class TokenHolder:
    """An end user, with the token of one conversation."""

    conversation_id: UUID
    is_authenticated: bool = True

    def may_open(self, conversation: Conversation) -> bool:
        return conversation.pk == self.conversation_id

    def may(self, scope: str, bot_id: int) -> bool:
        return False


def _credential(request: Request, scheme: str) -> str | None:
    """What stands behind the scheme in the Authorization header."""
    name, _, value = get_authorization_header(request).decode("latin-1").partition(" ")
    return value.strip() if name.lower() == scheme.lower() else None


class ApiKeyAuthentication(BaseAuthentication):
    def authenticate(self, request: Request) -> tuple[KeyHolder, None] | None:
        text = _credential(request, "Api-Key")
        if text is None:
            return None
        key = _key.first(digest=digest(text))
        if key is None:
            raise AuthenticationFailed("The API key is unknown or revoked.", code="api_key_invalid")
        return KeyHolder(key), None

    def authenticate_header(self, request: Request) -> str:
        return "Api-Key"


class ConversationTokenAuthentication(BaseAuthentication):
    def authenticate(self, request: Request) -> tuple[TokenHolder, None] | None:
        token = _credential(request, "Bearer")
        if token is None:
            return None
        try:
            return TokenHolder(read_token(token)), None
        except BadCredential as bad:
            raise AuthenticationFailed(str(bad), code="token_invalid") from bad

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"
