"""The two passes. DSPy is known to this module and to what it imports; others import it when they need it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from conversations_app.limits import COMMANDS_PER_MESSAGE
from conversations_app.understanding.language_model.account import Account
from conversations_app.understanding.language_model.asking import Asker, NoAnswer
from conversations_app.understanding.language_model.inputs import extraction_inputs, inputs_of
from conversations_app.understanding.language_model.modules import programs_of
from conversations_app.understanding.language_model.offered import Dropped, keep_agreed, keep_offered
from conversations_app.understanding.language_model.settings import LanguageModelSettings
from flows_app.engine.understanding import Commands, DialogueContext, FlowOnOffer, FlowsOnOffer, Said


class TwoPasses:
    """Turns one message into commands that are on offer."""

    def __init__(self, settings: LanguageModelSettings, states: Mapping[str, Any] | None, account: Account):
        self._asker = Asker(settings, account)
        self._programs = programs_of(states)
        self.dropped: list[Dropped] = []

    async def commands(
        self, message: str, context: DialogueContext, flows: FlowsOnOffer, history: Sequence[Said]
    ) -> Commands:
        """Gives the commands of a message; an empty list if there was no answer, or if nothing of it is on offer."""
        try:
            meant = await self._asker.ask(self._programs.understanding, inputs_of(message, context, flows, history))
        except NoAnswer:
            return []
        commands = self._agreed(self._kept(meant.commands.root, flows, context), message, context)
        given = {command["slot"] for command in commands if command["type"] == "set_slot"}
        for flow in _started(commands, flows, context):
            values = await self._values(message, context, flow, without=given)
            place = commands.index({"type": "start_flow", "flow": flow.name}) + 1
            commands[place:place] = values
        return commands[:COMMANDS_PER_MESSAGE]

    async def _values(self, message: str, context: DialogueContext, flow: FlowOnOffer, without: set[str]) -> Commands:
        """Finds values for the slots of the flow that is started. If there is no answer here, the flow starts all the
        same, and asks."""
        try:
            extracted = await self._asker.ask(self._programs.extraction, extraction_inputs(message, context, flow))
        except NoAnswer:
            return []
        start = {"type": "start_flow", "flow": flow.name}
        given = [_set_slot(value) for value in extracted.found.root]
        # Only the slots of that flow: those of the others were for the first pass.
        kept = self._kept([start, *given], {flow.name: flow}, replace(context, stack=()))
        return [command for command in kept[1:] if command["slot"] not in without]

    def _kept(self, commands: Sequence[Any], flows: FlowsOnOffer, context: DialogueContext) -> Commands:
        kept, dropped = keep_offered(commands, flows, context)
        self.dropped += dropped
        return kept

    def _agreed(self, commands: Commands, message: str, context: DialogueContext) -> Commands:
        kept, dropped = keep_agreed(commands, message, context)
        self.dropped += dropped
        return kept


def _started(commands: Commands, flows: FlowsOnOffer, context: DialogueContext) -> list[FlowOnOffer]:
    """Lists the started flows that were not under way and have slots."""
    under_way = {flow.name for flow in context.stack}
    names = dict.fromkeys(command["flow"] for command in commands if command["type"] == "start_flow")
    return [flows[name] for name in names if name not in under_way and flows[name].slots]


def _set_slot(value: Any) -> Any:
    """Makes a set_slot command of a value; gives anything else as it is, for `keep_offered` to judge."""
    given = value if isinstance(value, Mapping) else getattr(value, "__dict__", value)
    return {"type": "set_slot", **given} if isinstance(given, Mapping) else given
