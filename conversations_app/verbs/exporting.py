"""Export of all that is stored about a person in one conversation, as plain JSON, for people who ask for it."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any, NotRequired, TypeVar

from django.db.models import Model, QuerySet
from pydantic import Field
from typing_extensions import TypedDict

from conversations_app.delivery import public_agent, public_facts, public_message
from conversations_app.delivery.shapes import (
    Agent,
    Channel,
    ConversationFacts,
    Free,
    Id,
    MessageShape,
    Moment,
    RatingShape,
    Seq,
    Slug,
    Status,
)
from conversations_app.limits import ROWS_PER_PAGE
from conversations_app.models import ActionReceipt, ChannelAddress, Conversation, Message, Turn
from conversations_app.sensitive_slots import ASKED_OF_TURNS, sensitive_in_conversation, sensitive_in_turn
from conversations_app.verbs.inspection import SlotsByFlow, stored_state
from flows_app.audit import record
from flows_app.engine.state import BOT_SCOPE
from flows_app.masking import MASK, masked_commands, masked_entries, masked_slots
from flows_app.rights import Person, Right, require

M = TypeVar("M", bound=Model)


class ExportedRatingShape(TypedDict):
    score: int
    comment: str
    at: Moment


class _Exported(TypedDict):
    id: Id
    bot: Slug
    status: Status


class ExportedConversationShape(_Exported, ConversationFacts):
    channel: Channel
    channel_address: Annotated[
        str | None, Field(description="What the channel's provider calls the chat; `null` where there is no provider.")
    ]
    agent: Agent
    rating: ExportedRatingShape | None


class ExportedTurnShape(TypedDict):
    turn: Seq
    status: str
    understood_by: str
    commands: list[Free] | None
    at: Moment


class ExportedActionShape(TypedDict):
    step: str
    begun_at: Moment
    outcome: NotRequired[Any]


class ExportedJournalShape(TypedDict):
    flow_id: str
    turn: Seq
    at: Moment
    entries: list[Free]


# Fields that may hold many rows are iterators, which read a page at a time.
class ExportShape(TypedDict):
    messages: Iterable[MessageShape]
    conversation: NotRequired[ExportedConversationShape]
    rating: NotRequired[Annotated[RatingShape | None, Field(description="Of the user's own export.")]]
    slots: NotRequired[SlotsByFlow]
    turns: NotRequired[Iterable[ExportedTurnShape]]
    actions: NotRequired[Iterable[ExportedActionShape]]
    journals: NotRequired[
        Annotated[Iterable[ExportedJournalShape], Field(description="What flows under way were told, by turn.")]
    ]


def export_conversation(conversation: Conversation, *, sensitive: bool = False, user: Person = None) -> ExportShape:
    """Exports a conversation, masked as staff sees it everywhere; sensitive values need the right to manage the bot."""
    require(user, Right.MANAGE if sensitive else Right.TALK, conversation.bot)
    record(user, conversation.bot, "exported", f"conversation {conversation}", sensitive=sensitive)
    turns = Turn.objects.filter(message__conversation=conversation).prefetch_related(*ASKED_OF_TURNS)
    return {
        "conversation": _facts(conversation),
        "messages": (_message(message, sensitive) for message in by_pages(conversation.messages.all(), "seq")),
        "slots": _slots(conversation, sensitive),
        "turns": (_turn(turn, sensitive) for turn in by_pages(turns, "pk")),
        "actions": (_action(receipt, sensitive) for receipt in by_pages(conversation.receipts.all(), "pk")),
        "journals": _journals(conversation, sensitive),
    }


def by_pages(rows: QuerySet[M], place: str) -> Iterator[M]:
    """Yields rows in the order of a unique field. Between two pages no connection is held."""
    after = 0
    while page := [*rows.filter(**{f"{place}__gt": after}).order_by(place)[:ROWS_PER_PAGE]]:
        yield from page
        after = getattr(page[-1], place)


def _facts(conversation: Conversation) -> ExportedConversationShape:
    address = ChannelAddress.objects.filter(pk=conversation.pk).first()
    return {
        "id": str(conversation.pk),
        "bot": conversation.bot.slug,
        "status": conversation.status,
        **public_facts(conversation),
        "channel": conversation.channel,
        "channel_address": address.address if address else None,
        "agent": public_agent(conversation),
        "rating": _rating(conversation),
    }


def _rating(conversation: Conversation) -> ExportedRatingShape | None:
    if conversation.rating_score is None or conversation.rated_at is None:
        return None
    return {
        "score": conversation.rating_score,
        "comment": conversation.rating_comment,
        "at": conversation.rated_at.isoformat(),
    }


def _message(message: Message, sensitive: bool) -> MessageShape:
    """Gives a message. If its text is masked, options, metadata and HTML are left out: they may repeat it."""
    public = public_message(message)
    if message.sensitive and not sensitive:
        public |= {"text": MASK, "options": []}
        public.pop("metadata", None)
        public.pop("html", None)
    return public


def _slots(conversation: Conversation, sensitive: bool) -> dict[str, dict[str, Any]]:
    """Gives the filled slots by flow that is under way; slots that outlive their flow are under “bot”."""
    state = stored_state(conversation)
    names = {BOT_SCOPE: "bot"} | {flow["flow_id"]: flow["flow_name"] for flow in state.get("flow_stack") or ()}
    # An action's error text may repeat a value.
    hidden = frozenset[str]() if sensitive else sensitive_in_conversation(conversation) | {"error"}
    by_scope = (state.get("flow_slots") or {}).items()
    return {names.get(scope, scope): masked_slots(_filled(values), hidden) for scope, values in by_scope}


def _filled(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}


def _journals(conversation: Conversation, sensitive: bool) -> Iterator[ExportedJournalShape]:
    """Yields the journals of flows under way, by turn; digests of texts and values disclose nothing."""
    hidden = frozenset[str]() if sensitive else sensitive_in_conversation(conversation) | {"error"}
    for page in by_pages(conversation.journal_pages.all(), "pk"):
        yield {
            "flow_id": str(page.flow_id),
            "turn": page.turn_seq,
            "at": page.at.isoformat(),
            "entries": masked_entries(page.entries, hidden),
        }


def _turn(turn: Turn, sensitive: bool) -> ExportedTurnShape:
    hidden = frozenset[str]() if sensitive else sensitive_in_turn(turn)
    return {
        "turn": turn.message.seq,
        "status": turn.status,
        "understood_by": turn.provider,
        "commands": masked_commands(turn.commands, hidden),
        "at": turn.now.isoformat(),
    }


def _action(receipt: ActionReceipt, sensitive: bool) -> ExportedActionShape:
    """Gives an action's step and time. Staff never see its outcome, so it is left out where values are masked."""
    done: ExportedActionShape = {"step": receipt.step, "begun_at": receipt.begun_at.isoformat()}
    if sensitive:
        done["outcome"] = receipt.outcome
    return done
