from collections.abc import Mapping
from typing import Any

from django.db import transaction

from conversations_app.dialogue.patterns import pattern_wording
from conversations_app.models import Conversation
from conversations_app.runtime.storing import append_by_itself
from conversations_app.webhooks.outbox import tell_messages
from flows_app.models import Bot


@transaction.atomic
def start_conversation(
    bot: Bot,
    *,
    user_ref: str = "",
    user_verified: bool = False,
    language: str | None = None,
    metadata: Mapping[str, Any] | None = None,
    start_key: str = "",
    start_body: str = "",
) -> Conversation:
    """A new conversation, in the bot's main language unless told otherwise. The bot's welcome, if any, is message 1.

    A `start_key` that the bot has seen before raises IntegrityError: whoever gives one looks for that conversation.
    """
    conversation = Conversation(
        bot=bot,
        user_ref=user_ref,
        user_verified=user_verified,
        language=language or next(iter(bot.languages), "en"),
        metadata=dict(metadata or {}),
        start_key=start_key,
        start_body=start_body,
    )
    conversation.save(force_insert=True)
    welcome = pattern_wording(bot.read_settings(), conversation.language, "welcome", str(conversation.pk))
    if welcome.text:
        said = append_by_itself(conversation, "welcome", welcome)
        conversation.save(update_fields=["last_seq", "updated_at"])
        tell_messages(conversation, [said])
    return conversation
