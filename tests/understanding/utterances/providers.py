"""The provider that is measured."""

from functools import cache

from conversations_app.understanding.choosing import FlowChooser, example_texts
from conversations_app.understanding.embedded.provider import EmbeddedProvider
from conversations_app.understanding.encoders import encoder
from tests.understanding.utterances.bots import Bot, bot_named


def embedded(bot: Bot) -> EmbeddedProvider:
    """With a chooser that has learnt from the bot's own examples, as publishing it would make one."""

    async def chooser() -> FlowChooser:
        return _chooser(bot.name)

    return EmbeddedProvider(chooser)


@cache
def _chooser(name: str) -> FlowChooser:
    texts = {flow.name: example_texts(flow) for flow in bot_named(name).on_offer.values()}
    return FlowChooser.fitted({flow: encoder().encode(examples) for flow, examples in texts.items()}, texts)
