"""Content-Security-Policy: what our pages may load, and who may show them in a frame."""

from typing import Any

from csp.middleware import CSPMiddleware, PolicyParts
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest
from django.http.response import HttpResponseBase

# None of our pages asks for any of it.
_PERMISSIONS = "camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()"


class ContentSecurity(CSPMiddleware):
    """django-csp, for pages alone: of an answer in JSON a browser shows nothing, and the API spends no time on it.

    A view that needs more says so with django-csp's `csp_update` or `csp_replace`.
    """

    async def __acall__(self, request: HttpRequest) -> HttpResponseBase:
        """Avoids Django's two hops to a thread: nothing here waits for anything."""
        self.process_request(request)
        answering: Any = self.get_response(request)
        return self.process_response(request, await answering)

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if response.headers.get("Content-Type", "").startswith("text/html"):
            response.headers.setdefault("Permissions-Policy", _PERMISSIONS)
            return super().process_response(request, response)
        return response

    def get_policy_parts(
        self, request: HttpRequest, response: HttpResponseBase, report_only: bool = False
    ) -> PolicyParts:
        """Safari before 15.4 does not take 'self' for sockets too."""
        parts = super().get_policy_parts(request, response, report_only)
        if socket := _own_socket(request):
            parts.update = {**(parts.update or {})}
            parts.update["connect-src"] = [*_listed(parts.update.get("connect-src")), socket]
        return parts


def _own_socket(request: HttpRequest) -> str | None:
    try:
        return f"{'wss' if request.is_secure() else 'ws'}://{request.get_host()}"
    except DisallowedHost:
        return None


def _listed(sources: Any) -> list[str]:
    if not sources:
        return []
    return [sources] if isinstance(sources, str) else list(sources)
