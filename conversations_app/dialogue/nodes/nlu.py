from typing import Any

from langgraph.runtime import Runtime

from flows_app.compiler import DialogueState, RuntimeContext, Understanding


async def nlu(state: DialogueState, runtime: Runtime[RuntimeContext]) -> dict[str, Any]:
    """The only place where a message becomes commands, once a turn: a repeated turn takes those it saved."""
    context = runtime.context
    saved = context.turn_record.commands
    if saved is not None:
        return {"commands": saved}
    understanding = await _understand(state, context)
    await context.turn_record.save(understanding)
    return {"commands": understanding.commands}


async def _understand(state: DialogueState, context: RuntimeContext) -> Understanding:
    given = state.get("commands")
    if given is not None:
        return Understanding(given, provider="client")
    return await context.nlu_provider.understand(state)
