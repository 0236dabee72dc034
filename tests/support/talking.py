"""A conversation in a test: what the user says goes the whole way, through post_message and a worker's turn."""

from typing import Any

from conversations_app.models import Conversation, Message
from conversations_app.turn.running import run_turns
from conversations_app.verbs.posting import post_message
from conversations_app.verbs.starting import start_conversation
from flows_app.models import Bot


class Talk:
    def __init__(self, bot: Bot, language: str = "en"):
        self.id = start_conversation(bot, language=language).pk

    @property
    def conversation(self) -> Conversation:
        return Conversation.objects.get(pk=self.id)

    @property
    def pending(self) -> dict[str, Any]:
        """The question that the conversation waits at."""
        pending: dict[str, Any] | None = self.conversation.pending
        assert pending is not None
        return pending

    def say(self, text: str = "", **more: Any) -> list[str]:
        """Says it, and gives what is answered."""
        posted = post_message(self.id, text, **more)
        run_turns(self.id)
        return [reply.text for reply in posted.message.replies()]

    def command(self, *commands: dict[str, Any]) -> list[str]:
        return self.say(commands=list(commands))

    def press(self, option: Any, reply_to: int | None = None) -> list[str]:
        """A button of the newest message that has some, or of an older one."""
        if reply_to is None:
            offering = Message.objects.filter(conversation_id=self.id, role="bot").exclude(options=[])
            reply_to = offering.order_by("-seq").values_list("seq", flat=True)[0]
        return self.say(option=option, reply_to=reply_to)

    @property
    def transcript(self) -> list[str]:
        messages = Message.objects.filter(conversation_id=self.id).order_by("seq")
        return [f"{message.role}: {message.text}" for message in messages]
