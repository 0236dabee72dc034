"""Logging in to the admin: whoever guesses passwords is locked out for a while. django-axes counts."""

from datetime import timedelta
from typing import Any

from axes.handlers.database import AxesDatabaseHandler
from axes.helpers import get_client_username
from axes.models import AccessAttempt
from django.conf import settings
from django.db.models import Sum
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from conversations_app.rate_limiting import UNKNOWN, address_of


class LoginFailures(AxesDatabaseHandler):
    """Counts failures by name and address together: nobody locks out somebody else by guessing from elsewhere. Also by
    address alone, against one password tried on many names; that takes more failures, because offices share an address.
    Also by name alone, against guessing from many addresses; that takes the most, and is over soonest.

    They are in the database, as accounts and sessions are: neither a restart nor an absent Redis forgets them.
    """

    def get_failures(self, request: HttpRequest, credentials: dict[str, Any] | None = None) -> int:
        """Gives the largest of the three counts, scaled to the library's one limit."""
        of_both: int = super().get_failures(request, credentials)
        address, name = getattr(request, "axes_ip_address", None), get_client_username(request, credentials)
        of_address = _failures(settings.AXES_COOLOFF_TIME, ip_address=address)
        of_name = _failures(settings.LOGIN_NAME_LOCKED, username=name)
        return max(
            of_both,
            _weighed(of_address, settings.LOGIN_FAILURES_BY_ADDRESS),
            _weighed(of_name, settings.LOGIN_FAILURES_BY_NAME),
        )


def _weighed(failures: int, limit: int) -> int:
    """Scales failures to the library's limit; a limit of 0 is off."""
    return failures * int(settings.AXES_FAILURE_LIMIT) // limit if limit else 0


def _failures(within: timedelta, **of: str | None) -> int:
    attempts = AccessAttempt.objects.filter(attempt_time__gte=timezone.now() - within, **of)
    return attempts.aggregate(failures=Sum("failures_since_start"))["failures"] or 0


def address_of_login(request: HttpRequest) -> str | None:
    """Gives the one address that stands for a household's many: the library stores an address, not a network."""
    return None if (address := address_of(request)) == UNKNOWN else address.partition("/")[0]


def locked_out(request: HttpRequest, *_: Any) -> HttpResponse:
    """Tells the longest possible wait: guessers need not know when the first of the failures was."""
    seconds = int(settings.AXES_COOLOFF_TIME.total_seconds())
    page = render(request, "locked_out.html", {"minutes": seconds // 60}, status=429)
    page["Retry-After"] = str(seconds)
    return page
