from typing import TYPE_CHECKING

from conversations_app.understanding.catalogues.loading import load
from flows_app.engine import FlowsOnOffer
from flows_app.flow_language import UnderstandingSettings
from flows_app.models import Bot

if TYPE_CHECKING:
    from conversations_app.understanding.choosing import FlowChooser


class BotOffer:
    """A bot's offer during one turn; loaded only when asked for."""

    def __init__(self, bot: Bot, settings: UnderstandingSettings):
        self._bot = bot
        self._encoder = settings.encoder

    async def flows(self) -> FlowsOnOffer:
        return (await load(self._bot, self._encoder)).flows

    async def chooser(self) -> "FlowChooser":
        return await (await load(self._bot, self._encoder)).chooser()
