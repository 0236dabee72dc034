"""Whether a script speaks of things that the bot has: a misspelt name would make an expectation hold for ever."""

from collections.abc import Iterator

from django.utils.translation import gettext

from conversations_app.dialogue import CommandError, check_commands
from conversations_app.flow_tests.bots import BotUnderTest
from conversations_app.flow_tests.flows import FlowsInMemory
from flows_app.flow_language import ActionStub, Script, ScriptTurn
from flows_app.flow_language.uses import inputs_of, outputs_of

# Said to the user, whatever a step keeps.
_ALWAYS_TAKEN = {"message"}


def stub_misfits(name: str, stub: ActionStub, flows: FlowsInMemory) -> Iterator[str]:
    """Finds outputs and inputs of a pretended action that no step of the bot uses."""
    calls = flows.calls_of(name)
    if not calls:
        yield gettext("actions: no flow of the bot calls “{name}”.").format(name=name)
        return
    wanted = _ALWAYS_TAKEN.union(*(outputs_of(step) for _, step in calls))
    given = {key for outcome in (stub, *stub.outcomes) for key in outcome.returns}
    for key in sorted(given - wanted):
        yield gettext("actions: “{name}” returns “{key}”, which no step that calls it keeps.").format(
            name=name, key=key
        )
    known = set[str]().union(*({*flow.slots_by_name, *inputs_of(step)} for flow, step in calls))
    for key in sorted(set(stub.inputs or ()) - known):
        yield gettext(
            "actions: “{name}” takes “{key}”, which is neither a slot nor an input of a step that calls it."
        ).format(name=name, key=key)


def misfits(script: Script, bot: BotUnderTest) -> Iterator[str]:
    """Sentences, each with its place."""
    # A script that names no language is not about languages.
    if "language" in script.model_fields_set and not bot.speaks(script.language):
        yield gettext("language: the bot speaks {languages}, not “{language}”.").format(
            languages=", ".join(bot.languages), language=script.language
        )
    for name, stub in sorted(script.actions.items()):
        yield from stub_misfits(name, stub, bot.flows)
    for number, turn in enumerate(script.turns, start=1):
        for sentence in _of_turn(turn, bot):
            yield gettext("Turn {number}, {problem}").format(number=number, problem=sentence)


def _of_turn(turn: ScriptTurn, bot: BotUnderTest) -> Iterator[str]:
    for standing in turn.stack or ():
        yield from _standing(standing, bot)
    for flow_name, values in turn.slots.items():
        yield from _slots(flow_name, set(values), bot)
    for name in sorted(set(turn.bot_slots) - {slot.name for flow in bot.flows for slot in flow.bot_slots}):
        yield gettext("bot_slots: no flow uses a bot-wide slot “{name}”.").format(name=name)
    named = {"called": [name for name, _ in turn.expected_calls or ()], "not_called": turn.not_called}
    for key, names in named.items():
        for name in sorted(set(names) - bot.flows.actions_called):
            yield gettext("{key}: no flow of the bot calls “{name}”.").format(key=key, name=name)
    yield from _commands(turn)


def _standing(standing: str, bot: BotUnderTest) -> Iterator[str]:
    flow_name, _, step = standing.partition(".")
    flow = bot.flows.named(flow_name)
    if flow is None:
        yield gettext("stack: the bot has no flow “{flow}”.").format(flow=flow_name)
    elif step and step not in {one.name for one in flow.all_steps()}:
        yield gettext("stack: “{flow}” has no step “{step}”.").format(flow=flow_name, step=step)


def _slots(flow_name: str, names: set[str], bot: BotUnderTest) -> Iterator[str]:
    flow = bot.flows.named(flow_name)
    if flow is None:
        yield gettext("slots: the bot has no flow “{flow}”.").format(flow=flow_name)
        return
    if not names:
        yield gettext("slots: nothing is expected of “{flow}”: say which of its slots must hold what.").format(
            flow=flow_name
        )
    for name in sorted(names - flow.slots_by_name.keys() - {"error"}):
        yield gettext("slots: “{flow}” has no slot “{name}”.").format(flow=flow_name, name=name)


def _commands(turn: ScriptTurn) -> Iterator[str]:
    commands = turn.full_commands
    if commands:
        try:
            check_commands(commands)
        except CommandError as refused:
            yield gettext("commands: {reason}").format(reason=refused)
