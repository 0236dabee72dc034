from typing import Annotated, Any, cast
from uuid import UUID

from django.db.models import QuerySet
from pydantic import Field
from rest_framework.exceptions import NotAuthenticated
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView
from typing_extensions import TypedDict

from conversations_app.api.access import bots_for, checked, conversation_for, holder_of, open_conversation, require_user
from conversations_app.api.authentication import Holder
from conversations_app.api.bodies import ConversationPage, NewConversation
from conversations_app.api.described import conversations as described
from conversations_app.api.idempotency import REPLAYED, key_given, start_once
from conversations_app.api.paging import Order, moment
from conversations_app.api.problems import Problem
from conversations_app.channels.api import ApiChannel
from conversations_app.credentials import issue_ticket, issue_token
from conversations_app.delivery import public_conversation, public_facts, public_rating
from conversations_app.delivery.onlooking import masked_frame
from conversations_app.delivery.shapes import ConversationShape, ListedConversationShape, PublicConversation
from conversations_app.identity import identity_verified
from conversations_app.limits import TICKET_AGE
from conversations_app.models import ApiKey, Conversation, FlowRun
from conversations_app.origins import origin_allowed
from conversations_app.verbs.erasing import erase_conversation
from conversations_app.verbs.inspection import Inspected, inspect
from conversations_app.verbs.starting import start_conversation
from flows_app.models import Bot

_NEWEST: Order[Conversation] = Order({"created_at": moment, "id": UUID}, newest_first=True)


class StartedConversationShape(PublicConversation):
    token: Annotated[str, Field(description="For `Authorization: Bearer`.")]


class InspectedConversationShape(ConversationShape, Inspected):
    """With what the scope `inspect` shows."""


class TicketShape(TypedDict):
    ticket: str
    expires_in: Annotated[int, Field(description="Seconds.")]


def shown_conversation(conversation: Conversation, holder: Holder | None = None) -> ConversationShape:
    """Gives a conversation as the holder may see it. A sensitive open question is masked for holders that don't speak
    for the user. The rating is for the user, and for holders with the scope to manage."""
    public = cast(ConversationShape, public_conversation(conversation))
    if holder is None:
        return public
    if holder.is_end_user or holder.may(ApiKey.Scope.MANAGE, conversation.bot_id):
        public["rating"] = public_rating(conversation)
    return public if holder.speaks_for_user else cast(ConversationShape, masked_frame(public))


def listed_conversation(conversation: Conversation) -> ListedConversationShape:
    """Leaves out the open question, which may show what only the user is to see."""
    public = public_conversation(conversation)
    return {
        "id": public["id"],
        "bot": public["bot"],
        "channel": public["channel"],
        "status": public["status"],
        "last_seq": public["last_seq"],
        "agent": public["agent"],
        **public_facts(conversation),
        "rating": public_rating(conversation),
    }


class ConversationsView(APIView):
    # Pages start conversations with public bots; nobody lists them without a credential.
    permission_classes = (AllowAny,)

    @described.listing
    def get(self, request: Request) -> Response:
        if not request.user:
            raise NotAuthenticated
        wanted = checked(ConversationPage, request.query_params)
        bots = bots_for(request, ApiKey.Scope.MANAGE)
        shown, following = _NEWEST.page(_matching(bots, wanted), wanted["cursor"], wanted["limit"])
        return Response({"results": [listed_conversation(row) for row in shown], "next": following})

    @described.starting
    def post(self, request: Request) -> Response:
        body = checked(NewConversation, request.data)
        bot = _bot_to_talk_to(request, body.pop("bot"))
        _check_channel(request, body.get("channel"))
        body["user_verified"] = _user_verified(request, bot, body["user_ref"], body.pop("user_hash"))
        if key := key_given(request):
            started = start_once(bot, _who_is_known(request), key, body)
            conversation, headers = started.conversation, {} if started.new else {REPLAYED: "true"}
        else:
            conversation, headers = start_conversation(bot, **body), {}
        answer: StartedConversationShape = {
            **public_conversation(conversation),
            "token": issue_token(conversation.pk),
        }
        return Response(answer, status=201, headers=headers)


class ConversationView(APIView):
    @described.one
    def get(self, request: Request, conversation_id: UUID) -> Response:
        conversation = open_conversation(request, conversation_id)
        holder = holder_of(request)
        inspected = inspect(conversation) if holder.may(ApiKey.Scope.INSPECT, conversation.bot_id) else {}
        return Response({**shown_conversation(conversation, holder), **inspected})

    @described.erasing
    def delete(self, request: Request, conversation_id: UUID) -> Response:
        conversation = conversation_for(request, conversation_id, ApiKey.Scope.ERASE)
        erase_conversation(conversation, user=holder_of(request).person)
        return Response(status=204)


class TicketView(APIView):
    @described.ticket
    def post(self, request: Request, conversation_id: UUID) -> Response:
        conversation = open_conversation(request, conversation_id)
        require_user(holder_of(request))
        ticket: TicketShape = {
            "ticket": issue_ticket(conversation.pk),
            "expires_in": int(TICKET_AGE.total_seconds()),
        }
        return Response(ticket, status=201)


def _matching(bots: QuerySet[Bot], wanted: dict[str, Any]) -> QuerySet[Conversation]:
    """Finds the conversations of some bots that pass every given filter."""
    filters = {
        "bot__slug": wanted["bot"],
        "status": wanted["status"],
        "user_ref": wanted["user_ref"],
        "created_at__gte": wanted["created_after"],
        "created_at__lt": wanted["created_before"],
        "updated_at__gte": wanted["updated_after"],
        "updated_at__lt": wanted["updated_before"],
    }
    given = {name: value for name, value in filters.items() if value}
    found = Conversation.objects.filter(bot__in=bots, **given).select_related("bot")
    if not wanted["flow"]:
        return found
    runs = FlowRun.objects.filter(version__flow__name=wanted["flow"], version__flow__bot__in=bots)
    return found.filter(pk__in=runs.values("conversation"))


def _bot_to_talk_to(request: Request, slug: str) -> Bot:
    """A key opens its own bot; without one, a public bot is open to pages of its allowed origins."""
    bot = Bot.objects.filter(slug=slug).first()
    theirs = _bots_they_speak_to(request)
    if bot is not None and bot in theirs:
        return bot
    if theirs:
        raise Problem(404, "bot_not_found", "There is no such bot for this credential.")
    if bot is None or not bot.public:
        raise Problem(401, "credential_required", "Starting a conversation with this bot needs an API key.")
    own_origin = f"{request.scheme}://{request.get_host()}"
    if not origin_allowed(bot, request.headers.get("Origin"), own_origin):
        detail = "Without an API key, only pages of this bot's allowed origins may start a conversation with it."
        raise Problem(403, "origin_not_allowed", detail)
    return bot


def _user_verified(request: Request, bot: Bot, user_ref: str, user_hash: str) -> bool:
    return identity_verified(bot, user_ref, user_hash, trusted=bot in _bots_they_speak_to(request))


def _check_channel(request: Request, channel: str | None) -> None:
    if channel == ApiChannel.name and not _bots_they_speak_to(request):
        raise Problem(400, "channel_needs_credential", "Without an API key, a conversation is a web chat.")


def _bots_they_speak_to(request: Request) -> list[Bot]:
    """Lists the bots of an API key. Staff are no users: they talk to a public bot as any visitor does."""
    holder = holder_of(request) if request.user else None
    return list(holder.bots()) if holder and holder.speaks_for_user else []


def _who_is_known(request: Request) -> Holder:
    """Refuses a caller without a credential: anybody who guesses the key would get the conversation's token."""
    if not _bots_they_speak_to(request):
        raise Problem(400, "idempotency_needs_credential", "Without an API key, send no Idempotency-Key here.")
    return holder_of(request)
