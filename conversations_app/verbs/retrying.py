"""A turn that has failed for good is tried again, once whatever stood in its way is mended."""

from django.db import transaction
from django.utils.translation import gettext

from conversations_app.models import Conversation, Message, Turn
from conversations_app.turn.announcing import announce_inbound
from conversations_app.turn.inbox import TurnInput
from conversations_app.turn.locking import lock_with_bot
from conversations_app.turn.receipts import begun_in_turn
from conversations_app.turn.session import has_expired
from conversations_app.turn.storing import append_inbound
from conversations_app.verbs.refusals import RetryRefused
from flows_app.audit import record
from flows_app.rights import Person, Right, require


def failed_turn(conversation: Conversation) -> Turn | None:
    """The turn of what was said last, if it has failed. An earlier one is no use: its question is no longer open."""
    last = Turn.objects.filter(message__conversation=conversation, message__seq=conversation.last_inbound_seq)
    return last.filter(status=Turn.Status.FAILED, message__role=Message.Role.USER).select_related("message").first()


@transaction.atomic
def retry_turn(conversation: Conversation, *, user: Person = None) -> Message:
    """Posts what was said once more, as a message of its own: so it has its place in the order, and its own turn.

    The user has been told of the failure, and state and open question are as they were before it. That is not so if
    something was done once and for all: only the user can want the same again then.
    """
    locked = lock_with_bot(conversation.pk)
    if locked is None:
        raise RetryRefused("conversation_not_found", gettext("There is no such conversation."))
    require(user, Right.TALK, locked.bot)
    failed = _retriable(locked)
    message = append_inbound(locked, _again(failed))
    locked.save(update_fields=["last_seq", "last_inbound_seq", "updated_at"])
    record(user, locked.bot, "retried", f"conversation {locked}", message=failed.message.seq)
    announce_inbound(locked, [message])
    return message


def _retriable(conversation: Conversation) -> Turn:
    if conversation.status == Conversation.Status.CLOSED:
        raise RetryRefused("conversation_closed", gettext("This conversation is closed."))
    if conversation.status == Conversation.Status.HANDED_OFF:
        raise RetryRefused("handed_off", gettext("A person has this conversation: hand it back first."))
    failed = failed_turn(conversation)
    if failed is None:
        raise RetryRefused(
            "nothing_failed", gettext("What was said last has not failed: there is nothing to try again.")
        )
    if any(receipt.once for receipt in begun_in_turn(conversation.pk, failed.message.seq)):
        raise RetryRefused(
            "something_was_done",
            gettext(
                "Something was done before the turn failed that can't be done twice: see its actions, and tell "
                "the user."
            ),
        )
    if has_expired(conversation):
        raise RetryRefused("session_expired", gettext("The question that it answered has been open for too long."))
    return failed


def _again(failed: Turn) -> Message:
    """The same text, commands or button; merged texts are one by now."""
    message = failed.message
    said = Message.objects.filter(
        conversation_id=message.conversation_id, seq__range=(failed.first_seq or message.seq, message.seq)
    )
    again = TurnInput(tuple(said.filter(role=Message.Role.USER).order_by("seq")))
    return Message(
        role=Message.Role.USER,
        text=again.text,
        commands=message.commands,
        pressed=message.pressed,
        sender=message.sender,
        # They have seen no more than then, however late it is said again.
        seen=again.seen,
        sensitive=message.sensitive,
        metadata={"retry_of": message.seq},
    )
