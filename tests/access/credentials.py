"""Every kind of credential that somebody may come with, good or not."""

from collections.abc import Callable
from datetime import timedelta
from unittest.mock import patch
from urllib.parse import quote
from uuid import UUID

from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from conversations_app.credentials import issue_ticket, issue_token
from conversations_app.limits import TICKET_AGE, TOKEN_AGE
from conversations_app.models import ApiKey
from flows_app.models import Bot
from tests.access.asking import ORIGIN, Sent
from tests.access.world import ALL_SCOPES, Target, World, log_in

Credential = Callable[[World, Target], Sent]

CSRF_TOKEN = "C" * 32


# What they are made of


def key(text: str) -> Sent:
    return Sent({"Authorization": f"Api-Key {text}"}, secrets=(text,))


def bearer(token: str) -> Sent:
    return Sent({"Authorization": f"Bearer {token}"}, secrets=(token,))


def in_address(name: str, secret: str) -> Sent:
    return Sent(query=f"{name}={quote(secret)}", secrets=(secret,))


def token_in_address(conversation_id: UUID) -> Sent:
    return in_address("token", issue_token(conversation_id))


def ticket_in_address(conversation_id: UUID) -> Sent:
    return in_address("ticket", issue_ticket(conversation_id))


def key_in_address(text: str) -> Sent:
    return in_address("api_key", text)


def session_in_address(session_key: str) -> Sent:
    return in_address("sessionid", session_key)


def session(session_key: str, *, csrf: str = CSRF_TOKEN, origin: str | None = ORIGIN) -> Sent:
    """As the admin's own pages send it, unless told otherwise."""
    headers = {"Cookie": f"csrftoken={CSRF_TOKEN}; sessionid={session_key}"}
    headers |= {"X-CSRFToken": csrf} if csrf else {}
    headers |= {"Origin": origin} if origin is not None else {}
    return Sent(headers, secrets=(session_key,))


def issued_long_ago(issue: Callable[[UUID], str], conversation_id: UUID, age: timedelta) -> str:
    """One that was good once."""
    then = timezone.now() - age - timedelta(seconds=1)
    with patch("django.core.signing.time.time", then.timestamp):
        return issue(conversation_id)


def expired_token(conversation_id: UUID) -> str:
    return issued_long_ago(issue_token, conversation_id, TOKEN_AGE)


def expired_ticket(conversation_id: UUID) -> str:
    return issued_long_ago(issue_ticket, conversation_id, TICKET_AGE)


def revoked_key(bot: Bot) -> str:
    issued, text = ApiKey.objects.issue(bot=bot, name="matrix", scopes=ALL_SCOPES)
    issued.revoke()
    return text


def expired_key(bot: Bot) -> str:
    past = timezone.now() - timedelta(seconds=1)
    return ApiKey.objects.issue(bot=bot, name="matrix", scopes=ALL_SCOPES, expires_at=past)[1]


def _deactivated(world: World) -> Sent:
    return _of_somebody_who_changed(world.people["deactivated"], is_active=False)


def _no_longer_staff(world: World) -> Sent:
    return _of_somebody_who_changed(world.people["no_longer_staff"], is_staff=False)


def _of_somebody_who_changed(user: User, **change: bool) -> Sent:
    User.objects.filter(pk=user.pk).update(**{name: not value for name, value in change.items()})
    opened = log_in(User.objects.get(pk=user.pk))
    User.objects.filter(pk=user.pk).update(**change)
    return session(opened)


def _logged_out(world: World) -> Sent:
    opened = log_in(world.people["logged_out"])
    client = Client()
    client.cookies["sessionid"] = opened
    assert client.post("/admin/logout/").status_code == 200
    return session(opened)


def _expired_session(world: World) -> Sent:
    opened = log_in(world.people["root"])
    Session.objects.filter(pk=opened).update(expire_date=timezone.now() - timedelta(seconds=1))
    return session(opened)


def _staff(name: str) -> Credential:
    return lambda world, target: session(world.session_of(name))


# Who is recognised: a column of the table each

HOLDERS: dict[str, Credential] = {
    "bare": lambda world, target: key(world.key(world.bot)),
    "inspect": lambda world, target: key(world.key(world.bot, "inspect")),
    "commands": lambda world, target: key(world.key(world.bot, "commands")),
    "manage": lambda world, target: key(world.key(world.bot, "manage")),
    "erase": lambda world, target: key(world.key(world.bot, "erase")),
    "webhooks": lambda world, target: key(world.key(world.bot, "webhooks")),
    "other_key": lambda world, target: key(world.key(world.other_bot, *ALL_SCOPES)),
    "token": lambda world, target: bearer(issue_token(target.conversation)),
    "other_token": lambda world, target: bearer(issue_token(world.other_talk.id)),
    "viewer": _staff("viewer"),
    "author": _staff("author"),
    "agent": _staff("agent"),
    "root": _staff("root"),
    "other_staff": _staff("other_staff"),
    "staff_of_nothing": _staff("staff_of_nothing"),
}

# Who is not, and what they are told: each could open everything if its flaw went unnoticed

STRANGERS: dict[str, tuple[str, Credential]] = {
    "nothing": ("not_authenticated", lambda world, target: Sent()),
    "garbage_key": ("api_key_invalid", lambda world, target: key("soni_nonsense")),
    "empty_key": ("api_key_invalid", lambda world, target: Sent({"Authorization": "Api-Key"})),
    "revoked_key": ("api_key_invalid", lambda world, target: key(revoked_key(world.bot))),
    "expired_key": ("api_key_invalid", lambda world, target: key(expired_key(world.bot))),
    "token_as_key": ("api_key_invalid", lambda world, target: key(issue_token(target.conversation))),
    "garbage_token": ("token_invalid", lambda world, target: bearer("nonsense")),
    "empty_token": ("token_invalid", lambda world, target: Sent({"Authorization": "Bearer "})),
    "expired_token": ("token_invalid", lambda world, target: bearer(expired_token(target.conversation))),
    "ticket_as_token": ("token_invalid", lambda world, target: bearer(issue_ticket(target.conversation))),
    "key_as_token": ("token_invalid", lambda world, target: bearer(world.key(world.bot, *ALL_SCOPES))),
    "unknown_scheme": ("not_authenticated", lambda world, target: Sent({"Authorization": "Basic cm9vdDpyb290"})),
    "token_in_address": ("not_authenticated", lambda world, target: token_in_address(target.conversation)),
    "key_in_address": ("not_authenticated", lambda world, target: key_in_address(world.key(world.bot, *ALL_SCOPES))),
    "ticket_in_address": ("not_authenticated", lambda world, target: ticket_in_address(target.conversation)),
    "session_in_address": ("not_authenticated", lambda world, target: session_in_address(world.session_of("root"))),
    "garbage_session": ("not_authenticated", lambda world, target: session("nonsense" * 4)),
    "expired_session": ("not_authenticated", lambda world, target: _expired_session(world)),
    "logged_out": ("not_authenticated", lambda world, target: _logged_out(world)),
    "deactivated": ("not_authenticated", lambda world, target: _deactivated(world)),
    "no_longer_staff": ("not_authenticated", lambda world, target: _no_longer_staff(world)),
}

# Staff who look as they may, but have not proved that it is they who want something changed: root, who may everything

UNPROVED: dict[str, Credential] = {
    "no_csrf_token": lambda world, target: session(world.session_of("root"), csrf=""),
    "wrong_csrf_token": lambda world, target: session(world.session_of("root"), csrf="D" * 32),
    "page_of_another_site": lambda world, target: session(world.session_of("root"), origin="https://evil.example"),
}
