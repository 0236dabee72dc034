from dataclasses import replace

from langgraph.runtime import Runtime

from conversations_app.dialogue.dialogue_context import dialogue_context
from conversations_app.dialogue.presses import command_of_exact_option, commands_of_press
from conversations_app.dialogue.standing import standing_of
from flows_app.engine import DialogueState, RuntimeContext, Understanding

_OPTION, _EVENT = "option", "event"
# Name noted as the provider where an event or the exact words of a button needed no understanding.
UNDERSTOOD_BY_ITSELF = (_OPTION, _EVENT)


async def nlu(state: DialogueState, runtime: Runtime[RuntimeContext]) -> DialogueState:
    """The only place where a message becomes commands, once a turn: a repeated turn takes those it saved."""
    context = runtime.context
    saved = context.turn_record.commands
    if saved is not None:
        return {"commands": saved, "commands_by": context.turn_record.provider}
    understanding = _without_understanding(state) or await _understand(state, context)
    await context.turn_record.save(replace(understanding, language=context.language))
    return {"commands": understanding.commands, "commands_by": understanding.provider}


async def _understand(state: DialogueState, context: RuntimeContext) -> Understanding:
    standing = await dialogue_context(state, context)
    understanding = await context.nlu_provider.understand(state.get("user_message") or "", standing)
    return replace(understanding, trace={**understanding.trace, "standing": standing_of(standing)})


def _without_understanding(state: DialogueState) -> Understanding | None:
    """Understands what needs no provider: an event, a button, commands, or exactly the words of a button."""
    if state.get("event"):
        return Understanding([], provider=_EVENT)
    if press := state.get("pressed"):
        return Understanding(commands_of_press(press, state), provider=_OPTION)
    if (given := state.get("commands")) is not None:
        return Understanding(given, provider="client")
    if exact := command_of_exact_option(state.get("user_message") or "", state):
        return Understanding([exact], provider=_OPTION)
    return None
