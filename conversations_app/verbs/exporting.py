"""What is stored of a person in one conversation, as plain JSON, for who asks what is known of them."""

from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

from django.db.models import Model, QuerySet

from conversations_app.delivery import public_agent, public_message, public_rating
from conversations_app.limits import ROWS_PER_PAGE
from conversations_app.models import ActionReceipt, ChannelAddress, Conversation, Message, Turn
from conversations_app.sensitive_slots import ASKED_OF_TURNS, sensitive_in_conversation, sensitive_in_turn
from conversations_app.verbs.inspection import stored_state
from flows_app.audit import record
from flows_app.engine.state import BOT_SCOPE
from flows_app.masking import MASK, masked_commands, masked_entries, masked_slots
from flows_app.rights import Person, Right, require

M = TypeVar("M", bound=Model)


def export_conversation(conversation: Conversation, *, sensitive: bool = False, user: Person = None) -> dict[str, Any]:
    """Masked, as staff sees it everywhere; with sensitive values only for who answers for the bot.

    What there may be much of is an iterator, which reads a page at a time.
    """
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
    """In the order of a field that no two have the same of. Between two pages no connection is held."""
    after = 0
    while page := [*rows.filter(**{f"{place}__gt": after}).order_by(place)[:ROWS_PER_PAGE]]:
        yield from page
        after = getattr(page[-1], place)


def _facts(conversation: Conversation) -> dict[str, Any]:
    address = ChannelAddress.objects.filter(pk=conversation.pk).first()
    return {
        "id": str(conversation.pk),
        "bot": conversation.bot.slug,
        "status": conversation.status,
        "user_ref": conversation.user_ref,
        "user_verified": conversation.user_verified,
        "language": conversation.language,
        "channel": conversation.channel,
        "channel_address": address.address if address else None,
        "metadata": conversation.metadata,
        "agent": public_agent(conversation),
        "rating": _rating(conversation),
        "created_at": conversation.created_at.isoformat(),
        "updated_at": conversation.updated_at.isoformat(),
    }


def _rating(conversation: Conversation) -> dict[str, Any] | None:
    rating = public_rating(conversation)
    return rating and {**rating, "at": conversation.rated_at and conversation.rated_at.isoformat()}


def _message(message: Message, sensitive: bool) -> dict[str, Any]:
    """What stands beside a masked text may repeat what it has said."""
    public = public_message(message)
    if sensitive or not message.sensitive:
        return public
    return {name: value for name, value in public.items() if name not in ("metadata", "html")} | {
        "text": MASK,
        "options": [],
    }


def _slots(conversation: Conversation, sensitive: bool) -> dict[str, dict[str, Any]]:
    """The filled ones, by flow that is under way; those that outlive their flow are the bot's."""
    state = stored_state(conversation)
    names = {BOT_SCOPE: "bot"} | {flow["flow_id"]: flow["flow_name"] for flow in state.get("flow_stack") or ()}
    # What an action says of its failure may repeat a value.
    hidden = frozenset[str]() if sensitive else sensitive_in_conversation(conversation) | {"error"}
    by_scope = (state.get("flow_slots") or {}).items()
    return {names.get(scope, scope): masked_slots(_filled(values), hidden) for scope, values in by_scope}


def _filled(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}


def _journals(conversation: Conversation, sensitive: bool) -> Iterator[dict[str, Any]]:
    """What flows that are under way were told, by turn; digests of texts and values tell nothing."""
    hidden = frozenset[str]() if sensitive else sensitive_in_conversation(conversation) | {"error"}
    for page in by_pages(conversation.journal_pages.all(), "pk"):
        yield {
            "flow_id": str(page.flow_id),
            "turn": page.turn_seq,
            "at": page.at.isoformat(),
            "entries": masked_entries(page.entries, hidden),
        }


def _turn(turn: Turn, sensitive: bool) -> dict[str, Any]:
    hidden = frozenset[str]() if sensitive else sensitive_in_turn(turn)
    return {
        "turn": turn.message.seq,
        "status": turn.status,
        "understood_by": turn.provider,
        "commands": masked_commands(turn.commands, hidden),
        "at": turn.now.isoformat(),
    }


def _action(receipt: ActionReceipt, sensitive: bool) -> dict[str, Any]:
    """What came of it is never shown to staff, so it is left out where values are masked."""
    done = {"step": receipt.step, "begun_at": receipt.begun_at.isoformat()}
    return done | ({"outcome": receipt.outcome} if sensitive else {})
