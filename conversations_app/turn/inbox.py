"""Input of a turn: the oldest unanswered message and, if the bot merges, the texts that wait behind it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from pydantic import ValidationError

from conversations_app.limits import MERGED_MESSAGES, MESSAGE_LENGTH
from conversations_app.models import Conversation, FlowRun, Message, Turn
from conversations_app.prepared import Given, PreparedQuery
from conversations_app.sensitive_slots import sensitive_in_versions
from flows_app.models import Bot


@dataclass(frozen=True)
class TurnInput:
    """One message, or several texts that are answered together. Replies, keys and the Turn row go by the last."""

    messages: tuple[Message, ...]

    @property
    def message(self) -> Message:
        return self.messages[-1]

    @property
    def seq(self) -> int:
        return self.message.seq

    @property
    def first_seq(self) -> int | None:
        """Seq of the first text as the Turn row stores it: None for a message alone."""
        return self.messages[0].seq if len(self.messages) > 1 else None

    @property
    def text(self) -> str:
        return "\n".join(message.text for message in self.messages)

    @property
    def seen(self) -> int:
        """Newest seq that the sender had seen; the lowest one if there are several texts."""
        return min(message.seen or 0 for message in self.messages)

    @property
    def sensitive(self) -> bool:
        return any(message.sensitive for message in self.messages)

    @property
    def conversation(self) -> Conversation:
        return self.messages[0].conversation

    @property
    def turn(self) -> Turn | None:
        """The row that an earlier attempt has left."""
        turn: Turn | None = getattr(self.message, "turn", None)
        return turn


_given_conversation: Any = Given(Message, "conversation")
_first_unprocessed = PreparedQuery(
    lambda: (
        Message.objects.unprocessed(_given_conversation)
        .select_related("conversation__bot__default_flow", "turn")
        .order_by("seq")[:1]
    )
)


def next_input(conversation_id: UUID) -> TurnInput | None:
    """Finds the next input, with all that a turn needs; one statement, unless more messages wait."""
    first = _first_unprocessed.first(conversation=conversation_id)
    if first is None:
        return None
    if first.seq == first.conversation.last_inbound_seq:
        return TurnInput((first,))
    unprocessed = Message.objects.unprocessed(conversation_id).order_by("seq")
    waiting = unprocessed.select_related("turn").filter(seq__gt=first.seq)[: MERGED_MESSAGES - 1]
    return TurnInput((first, *_taken_with(first, list(waiting))))


def _taken_with(first: Message, waiting: Sequence[Message]) -> list[Message]:
    """A repeated turn takes what the row of its earlier attempt says, however the bot is set by now.

    The widest row counts: a narrower one is of a worker that hung meanwhile, and has sent nothing.
    """
    for end in range(len(waiting), 0, -1):
        turn: Turn | None = getattr(waiting[end - 1], "turn", None)
        if turn is not None and turn.first_seq == first.seq:
            return [*waiting[:end]]
    if hasattr(first, "turn") or not _merges(first.conversation.bot) or _asks_for_a_secret_later(first.conversation):
        return []
    return [*_run_of_texts(first, waiting)]


def _merges(bot: Bot) -> bool:
    try:
        return bot.read_settings().double_texting == "merge"
    except ValidationError:  # the turn itself will say so
        return False


def _asks_for_a_secret_later(conversation: Conversation) -> bool:
    """Merged, a secret typed ahead would become a part of another answer, which nobody hides. Alone, it meets its own
    question."""
    if (conversation.pending or {}).get("secret_answer"):
        return False
    running = conversation.flow_runs.filter(status=FlowRun.Status.RUNNING)
    return bool(sensitive_in_versions(running.values_list("version_id", flat=True)))


def _run_of_texts(first: Message, waiting: Sequence[Message]) -> Iterator[Message]:
    """Yields the texts that are merged with the first. Buttons, commands and events are never merged; nor are texts
    before the open question with texts after it, because they don't answer it."""
    asked = (first.conversation.pending or {}).get("seq", 0)
    length = len(first.text)
    for message in waiting:
        length += len("\n") + len(message.text)
        if not (_is_text(first) and _is_text(message)) or length > MESSAGE_LENGTH:
            return
        if first.seq < asked < message.seq:
            return
        yield message


def _is_text(message: Message) -> bool:
    return not message.event and message.commands is None and message.pressed is None
