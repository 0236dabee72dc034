from collections.abc import Mapping
from typing import Any

from django.db import transaction

from conversations_app.dialogue.patterns import pattern_text
from conversations_app.models import Conversation
from conversations_app.runtime.storing import append_by_itself
from flows_app.models import Bot


@transaction.atomic
def start_conversation(
    bot: Bot, *, user_ref: str = "", language: str | None = None, metadata: Mapping[str, Any] | None = None
) -> Conversation:
    """A new conversation, in the bot's main language unless told otherwise. The bot's welcome, if any, is message 1."""
    conversation = Conversation(
        bot=bot,
        user_ref=user_ref,
        language=language or next(iter(bot.languages), "en"),
        metadata=dict(metadata or {}),
    )
    conversation.save(force_insert=True)
    if welcome := pattern_text(bot.read_settings(), conversation.language, "welcome", str(conversation.pk)):
        append_by_itself(conversation, "welcome", welcome)
        conversation.save(update_fields=["last_seq", "updated_at"])
    return conversation
