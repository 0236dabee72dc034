from uuid import UUID

from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from conversations_app.api.authentication import TokenHolder
from conversations_app.api.problems import Problem
from conversations_app.credentials import BadCredential, redeem_ticket
from conversations_app.models import Conversation
from conversations_app.origins import origin_allowed

# In the address, as nothing else is: it works once, and only for a moment.
TICKET = "ticket"


class TicketAuthentication(BaseAuthentication):
    """`?ticket=`, as for the socket: a browser's EventSource sends no headers of ours."""

    def authenticate(self, request: Request) -> tuple[TokenHolder, None] | None:
        ticket = request.query_params.get(TICKET)
        if not ticket:
            return None
        try:
            conversation_id = redeem_ticket(ticket)
        except BadCredential as bad:
            raise AuthenticationFailed(str(bad), code="ticket_invalid") from bad
        _check_origin(request, conversation_id)
        return TokenHolder(conversation_id), None

    def authenticate_header(self, request: Request) -> str:
        """Names the credential that is better than a ticket, as everywhere else."""
        return "Api-Key"


def _check_origin(request: Request, conversation_id: UUID) -> None:
    """Refuses a page whose origin may not talk to the bot; without an origin, the ticket alone decides."""
    origin = request.headers.get("Origin")
    conversation = Conversation.objects.select_related("bot").filter(pk=conversation_id).first()
    own_origin = f"{request.scheme}://{request.get_host()}"
    if origin and conversation and not origin_allowed(conversation.bot, origin, own_origin):
        raise Problem(403, "origin_not_allowed", "Pages of this origin may not talk to this bot.")
