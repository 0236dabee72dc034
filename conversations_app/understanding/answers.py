from typing import Any

from flows_app.compiler import DialogueContext, OpenQuestion, Understanding
from flows_app.language import SlotDefinition, SlotType
from flows_app.values import ValueRefused, accept

_YES_OR_NO = SlotDefinition(name="answer", type=SlotType.BOOLEAN)


class AnswerProvider:
    """Takes a message for the answer to the open question; without one it understands nothing."""

    name = "answers"

    async def understand(self, message: str, context: DialogueContext) -> Understanding:
        question = context.question
        command = _answer(question, message) if question else {"type": "out_of_scope"}
        return Understanding([command], provider=self.name)


def _answer(question: OpenQuestion, text: str) -> dict[str, Any]:
    if question.slot:
        return {"type": "set_slot", "slot": question.slot.name, "value": text}
    if question.type == "inform":
        return {"type": "affirm"}  # whatever is said, it has been read
    try:
        return {"type": "affirm" if accept(_YES_OR_NO, text) else "deny"}
    except ValueRefused:
        return {"type": "out_of_scope"}
