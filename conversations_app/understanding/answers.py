from typing import Any

from flows_app.compiler import DialogueState, PendingTask, Understanding
from flows_app.language import SlotDefinition, SlotType
from flows_app.values import ValueRefused, accept

_YES_OR_NO = SlotDefinition(name="answer", type=SlotType.BOOLEAN)


class AnswerProvider:
    """Takes a message for the answer to the open question; if there is none, it starts the bot's default flow."""

    name = "answers"

    def __init__(self, default_flow: str | None):
        self._default_flow = default_flow

    async def understand(self, state: DialogueState) -> Understanding:
        return Understanding([self._command(state)], provider=self.name)

    def _command(self, state: DialogueState) -> dict[str, Any]:
        task = state.get("_pending_task")
        if task:
            return _answer(task, state.get("user_message") or "")
        if self._default_flow:
            return {"type": "start_flow", "flow": self._default_flow}
        return {"type": "out_of_scope"}


def _answer(task: PendingTask, text: str) -> dict[str, Any]:
    if task["type"] == "collect":
        return {"type": "set_slot", "slot": task["slot"], "value": text}
    if task["type"] == "inform":
        return {"type": "affirm"}  # whatever is said, it has been read
    try:
        return {"type": "affirm" if accept(_YES_OR_NO, text) else "deny"}
    except ValueRefused:
        return {"type": "out_of_scope"}
