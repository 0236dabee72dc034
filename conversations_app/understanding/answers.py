from typing import Any

from flows_app.compiler import DialogueState, PendingTask, Understanding
from flows_app.language import SlotDefinition, SlotType
from flows_app.values import ValueRefused, accept

_YES_OR_NO = SlotDefinition(name="answer", type=SlotType.BOOLEAN)


class AnswerProvider:
    """Takes a message for the answer to the open question; without one it understands nothing."""

    name = "answers"

    async def understand(self, state: DialogueState) -> Understanding:
        task = state.get("_pending_task")
        command = _answer(task, state.get("user_message") or "") if task else {"type": "out_of_scope"}
        return Understanding([command], provider=self.name)


def _answer(task: PendingTask, text: str) -> dict[str, Any]:
    if task["type"] == "collect":
        return {"type": "set_slot", "slot": task["slot"], "value": text}
    if task["type"] == "inform":
        return {"type": "affirm"}  # whatever is said, it has been read
    try:
        return {"type": "affirm" if accept(_YES_OR_NO, text) else "deny"}
    except ValueRefused:
        return {"type": "out_of_scope"}
