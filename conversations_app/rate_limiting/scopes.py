from typing import Any

from django.http import HttpRequest

from conversations_app.rate_limiting.addresses import address_of


def address_of_scope(scope: dict[str, Any]) -> str:
    """Client address of an ASGI scope: a socket, or a request that Django has not read yet."""
    request = HttpRequest()
    request.META["REMOTE_ADDR"] = (scope.get("client") or ("",))[0]
    forwarded = [value.decode("latin-1") for name, value in scope["headers"] if name == b"x-forwarded-for"]
    request.META["HTTP_X_FORWARDED_FOR"] = ",".join(forwarded)
    return address_of(request)
