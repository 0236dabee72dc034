from collections.abc import Mapping
from typing import Any

from django.db import transaction

from conversations_app.dialogue.starters import starter_options, welcome_wording
from conversations_app.models import ChannelAddress, Conversation
from conversations_app.turn.storing import append_by_itself
from conversations_app.verbs.refusals import StartRefused
from conversations_app.webhooks.outbox import tell_messages
from flows_app.flow_language import BotSettings
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
    channel: str = "web",
    address: str = "",
) -> Conversation:
    """A new conversation, in the bot's main language unless told otherwise. The bot's welcome, if any, is message 1.

    Raises StartRefused if the bot is archived. A `start_key` that the bot has seen before raises IntegrityError:
    whoever gives one looks for that conversation. So does an `address`, which is where the channel's provider reaches
    the user, if a conversation goes on there.
    """
    if bot.archived_at:
        raise StartRefused("bot_archived", "This bot is archived: no new conversation is started with it.")
    conversation = Conversation(
        bot=bot,
        user_ref=user_ref,
        user_verified=user_verified,
        language=language or next(iter(bot.languages), "en"),
        metadata=dict(metadata or {}),
        start_key=start_key,
        start_body=start_body,
        channel=channel,
    )
    conversation.save(force_insert=True)
    if address:
        ChannelAddress.objects.create(conversation=conversation, bot=bot, channel=channel, address=address)
    settings = bot.read_settings()
    welcome = welcome_wording(settings, conversation.language, str(conversation.pk))
    if welcome.text:
        options = starter_options(settings, conversation.language, _live_flows(bot, settings))
        said = append_by_itself(conversation, "welcome", welcome, options=options)
        conversation.save(update_fields=["last_seq", "updated_at"])
        tell_messages(conversation, [said])
    return conversation


def _live_flows(bot: Bot, settings: BotSettings) -> set[str]:
    """The flows that starters name and that are live."""
    if not settings.starters:
        return set()
    named = bot.flows.filter(name__in=[starter.flow for starter in settings.starters])
    return {*named.filter(current_version__isnull=False).values_list("name", flat=True)}
