"""`GET …/events`: a conversation's events as they come, as server-sent events."""

from typing import Any
from uuid import UUID

from django.http import HttpRequest, StreamingHttpResponse
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from conversations_app.api.access import checked, holder_of, open_conversation
from conversations_app.api.bodies import After
from conversations_app.api.described import events as described
from conversations_app.api.event_stream import EventStream
from conversations_app.api.on_orm_threads import on_orm_threads, stands_for
from conversations_app.api.problems import too_many_open
from conversations_app.api.tickets import TICKET, TicketAuthentication
from conversations_app.rate_limiting import TooManyOpen, address_of, open_connections

# Nobody between us and the client may keep it, change it or hold it back.
_HEADERS = {"Cache-Control": "no-cache, no-transform", "X-Accel-Buffering": "no"}
LAST_EVENT_ID = "Last-Event-ID"


class WhateverIsAccepted(BaseContentNegotiation):
    """There is one form only, and browsers ask for it by a name that no renderer of ours has."""

    def select_parser(self, request: Request, parsers: Any) -> Any:
        return parsers[0]

    def select_renderer(self, request: Request, renderers: Any, format_suffix: str | None = None) -> Any:
        return renderers[0], renderers[0].media_type


class EventsView(APIView):
    """Decides who may listen, and from which seq on; the stream itself holds no thread."""

    content_negotiation_class = WhateverIsAccepted
    authentication_classes = (TicketAuthentication, *APIView.authentication_classes)

    @described.events
    def get(self, request: Request, conversation_id: UUID) -> Response:
        open_conversation(request, conversation_id)
        # A browser that reconnects repeats the address as it was, and says in the header where it stands now.
        asked = {name: value for name, value in request.query_params.items() if name != TICKET}
        place, given = checked(After, asked), request.headers.get(LAST_EVENT_ID)
        if given is not None:
            place = checked(After, {"after": given})
        return Response(place | {"masked": not holder_of(request).speaks_for_user})


_check_in = on_orm_threads(EventsView.as_view())


@stands_for(EventsView)
async def events(request: HttpRequest, conversation_id: UUID) -> Any:
    checked_in = await _check_in(request, conversation_id=conversation_id)
    if request.method != "GET" or checked_in.status_code != 200:
        return checked_in
    whose = "staff" if checked_in.data["masked"] else "user"
    try:
        held = open_connections.hold(
            ("open_by_address", address_of(request)), ("open_by_conversation", f"{conversation_id}:{whose}")
        )
    except TooManyOpen:
        return too_many_open()
    stream = EventStream(conversation_id, **checked_in.data, held=held)
    return StreamingHttpResponse(stream, content_type="text/event-stream", headers=_HEADERS)
