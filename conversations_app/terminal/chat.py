import time
from collections.abc import Iterable
from typing import Any

from conversations_app.channels.outgoing import ChannelMessageSink
from conversations_app.delivery import CallbackMessageSink, FanOutMessageSink, row_of
from conversations_app.models import Conversation, Message, Turn
from conversations_app.terminal.screen import Screen, Write
from conversations_app.terminal.trace import state_lines, turn_lines
from conversations_app.turn.running import run_turns
from conversations_app.verbs.posting import post_message
from conversations_app.verbs.refusals import PostRefused
from flows_app.engine import OutboundMessage

HELP = (
    "Type what you want to say, or the number of an option: #2, or just 2 where that can't be an answer.",
    "  /trace  shows after each turn what was understood, and where the flows stand; or no longer",
    "  /quit   ends this chat, as Ctrl-D and Ctrl-C do",
    "  /help   shows this",
)
SILENT = "— A person has this conversation: the bot takes note, and says nothing. —"
CLOSED = "— This conversation is closed. —"
POLL_SECONDS = 0.1


class TerminalChat:
    """A user at a terminal. Messages go in and turns run as everywhere; only that no worker is asked to run them."""

    def __init__(self, conversation: Conversation, write: Write, *, trace: bool = False):
        self._id = conversation.pk
        self._screen = Screen(write, conversation.bot.name)
        self._trace = trace
        # Everything up to this seq is on the screen; and what has been said since, as it happened.
        self._shown_up_to = 0
        self._shown_since: set[int] = set()
        # Other viewers of the conversation see it too.
        self._delivery = FanOutMessageSink(ChannelMessageSink(conversation), CallbackMessageSink(self._show_at_once))

    def talk(self, lines: Iterable[str]) -> None:
        """Until the lines end, or the user wants to."""
        self._show_new()
        for line in lines:
            typed = line.strip()
            if typed == "/quit":
                return
            if self._conversation.status == Conversation.Status.CLOSED:
                self._show_new()
                self._screen.write(CLOSED)
                return
            if typed == "/help":
                self._write_all(HELP)
            elif typed == "/trace":
                self._trace = not self._trace
                self._screen.write(f"Traces are {'on' if self._trace else 'off'}.")
            elif typed:
                self._say(typed)

    @property
    def _conversation(self) -> Conversation:
        return Conversation.objects.get(pk=self._id)

    def _say(self, typed: str) -> None:
        choice = self._screen.picked(typed)
        given: dict[str, Any] = {"option": choice.value, "reply_to": choice.reply_to} if choice else {"text": typed}
        try:
            message = post_message(self._id, enqueue=False, seen=self._shown_up_to, sender="terminal", **given).message
        except PostRefused as refused:
            self._screen.write(refused.detail)
            return
        self._screen.forget_choices()
        self._wait_for_answer(message)

    def _wait_for_answer(self, message: Message) -> None:
        """Runs the turn; or waits, if a worker has found the message before this process could take it."""
        answered_before = self._conversation.processed_seq
        run_turns(self._id, self._delivery)
        while (conversation := self._conversation).processed_seq < message.seq:
            time.sleep(POLL_SECONDS)
            run_turns(self._id, self._delivery)
        self._show_new()
        if conversation.status == Conversation.Status.HANDED_OFF:
            self._screen.write(SILENT)
        if self._trace:
            self._show_trace(conversation, answered_before)

    # Showing

    def _show_at_once(self, message: OutboundMessage) -> None:
        row = row_of(message)
        self._shown_since.add(row.seq)
        self._screen.show(row)

    def _show_new(self) -> None:
        """Prints messages that came another way: the welcome, events, and those of an agent or another worker."""
        newer = Message.objects.filter(conversation_id=self._id, seq__gt=self._shown_up_to).order_by("seq")
        for message in newer:
            if message.seq not in self._shown_since:
                self._screen.show(message)
            self._shown_up_to = message.seq
        self._shown_since.clear()

    def _show_trace(self, conversation: Conversation, answered_before: int) -> None:
        of_these = Turn.objects.filter(message__conversation=conversation, message__seq__gt=answered_before)
        for turn in of_these.select_related("message__conversation").order_by("message__seq"):
            self._write_all(turn_lines(turn))
        self._write_all(state_lines(conversation))

    def _write_all(self, lines: Iterable[str]) -> None:
        for line in lines:
            self._screen.write(line)
