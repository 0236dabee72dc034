from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from conversations_app.channels.degrading import numbers_are_answers
from conversations_app.models import Message
from conversations_app.terminal.plain import plain

Write = Callable[[str], object]


@dataclass(frozen=True)
class Choice:
    """An option that can be picked by its number."""

    value: Any
    reply_to: int


class Screen:
    """Prints messages, with numbers for what can be picked.

    A number can be typed as it is shown, `#2`. A plain 2 picks only what the last message offers, if none of that is
    a number itself: else it is an answer, to “How many?” for one.
    """

    def __init__(self, write: Write, bot_name: str):
        self._write = write
        self._speakers = {Message.Role.BOT: bot_name, Message.Role.AGENT: "Agent"}
        self._choices: list[Choice] = []
        self._newest = 0

    def write(self, line: str) -> None:
        self._write(plain(line))

    def show(self, message: Message) -> None:
        if message.role == Message.Role.SYSTEM:
            self.write(f"— {message.text} —")
        elif message.role != Message.Role.USER:  # the user has seen what the user has typed
            self.write(f"{self._speakers[Message.Role(message.role)]}: {message.text}")
        self._newest = max(self._newest, message.seq)
        for option in message.options:
            self._choices.append(Choice(option["value"], message.seq))
            self.write(f"  #{len(self._choices)}  {option['label']}")

    def picked(self, typed: str) -> Choice | None:
        """The option with this number, among those that stand below what the user said last."""
        numbered = {f"#{number}": choice for number, choice in enumerate(self._choices, start=1)}
        if typed in numbered:
            return numbered[typed]
        choice = numbered.get(f"#{typed}")
        last = [choice.value for choice in self._choices if choice.reply_to == self._newest]
        return choice if choice and choice.reply_to == self._newest and not numbers_are_answers(last) else None

    def forget_choices(self) -> None:
        self._choices.clear()
