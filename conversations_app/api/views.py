from typing import Any, cast
from uuid import UUID

from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from conversations_app.api.authentication import Holder, KeyHolder
from conversations_app.api.bodies import MessagePage, NewConversation, NewMessage
from conversations_app.api.problems import Problem
from conversations_app.credentials import issue_ticket, issue_token
from conversations_app.delivery import public_message
from conversations_app.limits import TICKET_AGE
from conversations_app.models import ApiKey, Conversation
from conversations_app.origins import origin_allowed
from conversations_app.runtime.inspection import inspect
from conversations_app.runtime.posting import post_message
from conversations_app.runtime.refusals import PostRefused
from conversations_app.runtime.starting import start_conversation
from flows_app.models import Bot


def public_conversation(conversation: Conversation) -> dict[str, Any]:
    return {
        "id": str(conversation.pk),
        "bot": conversation.bot.slug,
        "status": conversation.status,
        "last_seq": conversation.last_seq,
        "pending": conversation.pending,
    }


def checked(form: type[Any], data: Any) -> dict[str, Any]:
    serializer = form(data=data)
    serializer.is_valid(raise_exception=True)
    values: dict[str, Any] = serializer.validated_data
    return values


def holder_of(request: Request) -> Holder:
    return cast(Holder, request.user)


def require_scope(holder: Holder, scope: ApiKey.Scope, bot_id: int) -> None:
    if not holder.may(scope, bot_id):
        raise Problem(403, "scope_missing", f"This needs the scope “{scope.value}”: to {scope.label}.")


def open_conversation(request: Request, conversation_id: UUID) -> Conversation:
    """Whoever may not open it learns no more than that it isn't there for them."""
    conversation = Conversation.objects.select_related("bot").filter(pk=conversation_id).first()
    holder = holder_of(request)
    if conversation is None or not holder.may_open(conversation):
        raise Problem(404, "conversation_not_found", "There is no such conversation.")
    return conversation


class ConversationsView(APIView):
    permission_classes = (AllowAny,)

    def post(self, request: Request) -> Response:
        body = checked(NewConversation, request.data)
        bot = self._bot(request, body.pop("bot"))
        conversation = start_conversation(bot, **body)
        return Response({**public_conversation(conversation), "token": issue_token(conversation.pk)}, status=201)

    def _bot(self, request: Request, slug: str) -> Bot:
        """A key opens its own bot; without one, a public bot is open to pages of its allowed origins."""
        bot = Bot.objects.filter(slug=slug).first()
        holder = request.user
        if isinstance(holder, KeyHolder):
            if bot is None or bot.pk != holder.key.bot_id:
                raise Problem(404, "bot_not_found", "There is no such bot for this key.")
            return bot
        if bot is None or not bot.public:
            raise Problem(401, "credential_required", "Starting a conversation with this bot needs an API key.")
        own_origin = f"{request.scheme}://{request.get_host()}"
        if not origin_allowed(bot, request.headers.get("Origin"), own_origin):
            raise Problem(403, "origin_not_allowed", "Pages of this origin may not talk to this bot.")
        return bot


class ConversationView(APIView):
    def get(self, request: Request, conversation_id: UUID) -> Response:
        conversation = open_conversation(request, conversation_id)
        inspected = inspect(conversation) if holder_of(request).may(ApiKey.Scope.INSPECT, conversation.bot_id) else {}
        return Response(public_conversation(conversation) | inspected)


class MessagesView(APIView):
    def get(self, request: Request, conversation_id: UUID) -> Response:
        conversation = open_conversation(request, conversation_id)
        page = checked(MessagePage, request.query_params)
        following = conversation.messages.filter(seq__gt=page["after"]).order_by("seq")
        messages = list(following[: page["limit"] + 1])
        shown = messages[: page["limit"]]
        return Response(
            {
                "results": [public_message(message) for message in shown],
                "next": shown[-1].seq if len(messages) > len(shown) else None,
            }
        )

    def post(self, request: Request, conversation_id: UUID) -> Response:
        """Without `wait`; with it, `waiting.messages` calls this and then waits for the turn to end."""
        body = checked(NewMessage, request.data)
        holder = holder_of(request)

        def may_post(conversation: Conversation) -> bool:
            may_open = holder.may_open(conversation)
            if may_open and body["commands"] is not None:
                require_scope(holder, ApiKey.Scope.COMMANDS, conversation.bot_id)
            return may_open

        try:
            posted = post_message(
                conversation_id,
                body["text"],
                client_id=body["client_id"],
                commands=body["commands"],
                option=body["option"],
                reply_to=body["reply_to"],
                may_open=may_post,
            )
        except PostRefused as refused:
            raise Problem.of_refusal(refused) from refused
        headers = {} if posted.new else {"Idempotent-Replayed": "true"}
        return Response({"message": public_message(posted.message)}, status=202, headers=headers)


class TicketView(APIView):
    def post(self, request: Request, conversation_id: UUID) -> Response:
        conversation = open_conversation(request, conversation_id)
        return Response(
            {"ticket": issue_ticket(conversation.pk), "expires_in": int(TICKET_AGE.total_seconds())}, status=201
        )
