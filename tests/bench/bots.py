"""The bots that are measured."""

from collections.abc import Sequence
from typing import Any

from conversations_app.models import ApiKey, Conversation
from flows_app.models import Bot, FlowVersion
from flows_app.publishing import PublishFlow
from tests.support.authoring import make_flow

# One question, one message, one question more.
LOOP: list[dict[str, Any]] = [
    {"name": "ask", "type": "collect", "slot": "name", "message": "What is your name?"},
    {"name": "hello", "type": "say", "message": "Hello, {name}!"},
    {"name": "again", "type": "collect", "slot": "city", "message": "Where do you live?"},
]


def published_bot(
    slug: str, steps: list[dict[str, Any]] = LOOP, slots: Sequence[str | dict[str, Any]] = ("name", "city")
) -> Bot:
    bot = Bot.objects.create(name=slug, slug=slug, public=True)
    bot.default_flow = make_flow(bot, steps, slots=slots)
    bot.save()
    PublishFlow(bot.default_flow).execute()
    bot.default_flow.refresh_from_db()
    return bot


def published_version(bot: Bot) -> FlowVersion:
    """Of its default flow."""
    return FlowVersion.objects.select_related("flow").get(flow=bot.default_flow)


def key_for(bot: Bot) -> str:
    """The header of a system that says itself what its users mean."""
    _, text = ApiKey.objects.issue(bot=bot, name="bench", scopes=[ApiKey.Scope.COMMANDS])
    return f"Api-Key {text}"


def conversations(bot: Bot, how_many: int) -> list[str]:
    """Their ids."""
    made = Conversation.objects.bulk_create(Conversation(bot=bot) for _ in range(how_many))
    return [str(conversation.pk) for conversation in made]
