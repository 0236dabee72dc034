"""How callers prove who they are, as OpenAPI has it."""

from typing import Any

from django.conf import settings
from drf_spectacular.extensions import OpenApiAuthenticationExtension

SCHEMES: dict[str, dict[str, Any]] = {
    "ApiKey": {
        "type": "apiKey",
        "in": "header",
        "name": "Authorization",
        "description": "`Api-Key KEY`: another system, for one bot, with the key's scopes.",
    },
    "ConversationToken": {
        "type": "http",
        "scheme": "bearer",
        "description": "The end user of one conversation, by the `token` of its start.",
    },
    "StaffSession": {
        "type": "apiKey",
        "in": "cookie",
        "name": settings.SESSION_COOKIE_NAME,
        "description": "Staff logged in to the admin, by their rights in the bot; changes need `X-CSRFToken` too.",
    },
    "Ticket": {"type": "apiKey", "in": "query", "name": "ticket", "description": "Single use; see `issueTicket`."},
}


class _Scheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """For operations that don't say themselves which credentials they take."""

    target_class: Any = None

    def get_security_definition(self, auto_schema: Any) -> dict[str, Any]:
        return SCHEMES[str(self.name)]


class ApiKeyScheme(_Scheme):  # type: ignore[no-untyped-call]
    target_class = "conversations_app.api.authentication.ApiKeyAuthentication"
    name = "ApiKey"


class ConversationTokenScheme(_Scheme):  # type: ignore[no-untyped-call]
    target_class = "conversations_app.api.authentication.ConversationTokenAuthentication"
    name = "ConversationToken"


class StaffSessionScheme(_Scheme):  # type: ignore[no-untyped-call]
    target_class = "conversations_app.api.authentication.StaffAuthentication"
    name = "StaffSession"


class TicketScheme(_Scheme):  # type: ignore[no-untyped-call]
    target_class = "conversations_app.api.tickets.TicketAuthentication"
    name = "Ticket"
