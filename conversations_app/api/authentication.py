"""Authentication of requests. Credentials are looked for in headers and cookies, never in the address."""

from dataclasses import dataclass
from typing import Any, NoReturn, Protocol
from uuid import UUID

from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.http import HttpResponse
from rest_framework.authentication import BaseAuthentication, CSRFCheck, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed, PermissionDenied
from rest_framework.permissions import SAFE_METHODS, AllowAny
from rest_framework.request import Request

from conversations_app.credentials import BadCredential, read_token
from conversations_app.credentials.keys import read_key
from conversations_app.credentials.sessions import session_key_in, staff_of_session
from conversations_app.models import ApiKey, Conversation
from flows_app.models import Bot
from flows_app.rights import Person, Right, bots_with, may

# Rights by which staff have a scope; they never have a scope that is not here, such as sending commands.
RIGHT_OF_SCOPE = {
    ApiKey.Scope.INSPECT: Right.VIEW,
    ApiKey.Scope.MANAGE: Right.TALK,
    ApiKey.Scope.ERASE: Right.MANAGE,
    ApiKey.Scope.WEBHOOKS: Right.MANAGE,
}


class Holder(Protocol):
    """Holder of a credential. Views ask what it may do, never what it is."""

    @property
    def speaks_for_user(self) -> bool:
        """Tells whether it posts as the user, and so sees what the user sees. For others, sensitive values are
        masked."""

    def may_open(self, conversation: Conversation) -> bool:
        """Tells whether it may read the conversation and, if it speaks for the user, post to it."""

    def may(self, scope: str, bot_id: int) -> bool:
        """Tells whether it has this scope for conversations of this bot."""

    def bots(self, scope: str = "") -> QuerySet[Bot]:
        """Finds the bots that it may look at; with a scope, those for which it has the scope."""

    @property
    def person(self) -> Person:
        """Person with an account here, for the audit log; None if the holder has no account."""

    @property
    def name(self) -> str:
        """Name that is the same at every request: what is stored for a holder is stored under it."""

    @property
    def is_end_user(self) -> bool:
        """Tells whether it is the user in person, who has access to one conversation only."""


@dataclass(frozen=True)
class KeyHolder:
    """Another system, with a key for one bot."""

    key: ApiKey
    is_authenticated: bool = True
    speaks_for_user: bool = True
    is_end_user: bool = False
    person: Person = None

    @property
    def name(self) -> str:
        return f"key:{self.key.pk}"

    def may_open(self, conversation: Conversation) -> bool:
        return conversation.bot_id == self.key.bot_id

    def may(self, scope: str, bot_id: int) -> bool:
        return self.key.bot_id == bot_id and scope in self.key.scopes

    def bots(self, scope: str = "") -> QuerySet[Bot]:
        may_do = not scope or scope in self.key.scopes
        return Bot.objects.filter(pk=self.key.bot_id) if may_do else Bot.objects.none()


@dataclass(frozen=True)
class TokenHolder:
    """An end user, with the token of one conversation."""

    conversation_id: UUID
    is_authenticated: bool = True
    speaks_for_user: bool = True
    is_end_user: bool = True
    person: Person = None

    @property
    def name(self) -> str:
        return f"conversation:{self.conversation_id}"

    def may_open(self, conversation: Conversation) -> bool:
        return conversation.pk == self.conversation_id

    def may(self, scope: str, bot_id: int) -> bool:
        return False

    def bots(self, scope: str = "") -> QuerySet[Bot]:
        return Bot.objects.none()


@dataclass(frozen=True)
class StaffHolder:
    """A member of staff, logged in to the admin: what they may do, their roles in the bot say, here as there."""

    user: User
    is_authenticated: bool = True
    speaks_for_user: bool = False
    is_end_user: bool = False

    @property
    def person(self) -> Person:
        return self.user

    @property
    def name(self) -> str:
        return f"staff:{self.user.pk}"

    def may_open(self, conversation: Conversation) -> bool:
        return may(self.user, Right.VIEW, conversation.bot)

    def may(self, scope: str, bot_id: int) -> bool:
        right = RIGHT_OF_SCOPE.get(ApiKey.Scope(scope))
        return right is not None and may(self.user, right, Bot(pk=bot_id))

    def bots(self, scope: str = "") -> QuerySet[Bot]:
        right = RIGHT_OF_SCOPE.get(ApiKey.Scope(scope)) if scope else Right.VIEW
        return bots_with(self.user, right) if right is not None else Bot.objects.none()


def _credential(request: Request, scheme: str) -> str | None:
    """Gives the credential behind the scheme in the Authorization header; None if the scheme is another."""
    name, _, value = get_authorization_header(request).decode("latin-1").partition(" ")
    return value.strip() if name.lower() == scheme.lower() else None


class ApiKeyAuthentication(BaseAuthentication):
    def authenticate(self, request: Request) -> tuple[KeyHolder, None] | None:
        text = _credential(request, "Api-Key")
        if text is None:
            return None
        try:
            return KeyHolder(read_key(text)), None
        except BadCredential as bad:
            _fail(bad)

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
            _fail(bad)

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"


class StaffAuthentication(BaseAuthentication):
    """Authenticates staff by the cookie of the admin's session, which no middleware of the API reads.

    Browsers send the cookie along whichever page asks, so requests that change something need the CSRF token too.
    """

    def authenticate(self, request: Request) -> tuple[StaffHolder, None] | None:
        session_key = session_key_in(request.COOKIES)
        if session_key is None or get_authorization_header(request):
            return None
        user = staff_of_session(session_key)
        if user is None:
            return None
        unproved = None if request.method in SAFE_METHODS else _csrf_failure(request)
        if unproved and _open_to_anybody(request):
            # The public chat, in a browser that is also logged in to the admin: a visitor like any other.
            return None
        if unproved:
            raise PermissionDenied(f"The CSRF token is missing or wrong: {unproved}", code="csrf_failed")
        return StaffHolder(user), None

    def authenticate_header(self, request: Request) -> str:
        return "Session"


def _csrf_failure(request: Request) -> str | None:
    check: Any = CSRFCheck(lambda request: HttpResponse())
    check.process_request(request)
    reason: str | None = check.process_view(request, None, (), {})
    return reason


def _open_to_anybody(request: Request) -> bool:
    view: Any = (request.parser_context or {}).get("view")
    return view is not None and any(isinstance(asked, AllowAny) for asked in view.get_permissions())


def _fail(bad: BadCredential) -> NoReturn:
    raise AuthenticationFailed(str(bad), code=bad.code) from bad
