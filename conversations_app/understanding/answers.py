from typing import Any

from conversations_app.understanding.plain_yes import is_plain_yes, leaves_open
from flows_app.engine import DialogueContext, OpenQuestion, Understanding
from flows_app.flow_language import SlotDefinition
from flows_app.values import ValueRefused, accept

_YES_OR_NO = SlotDefinition(name="answer", type="boolean")


class AnswerProvider:
    """Takes a message for the answer to the open question; without one it understands nothing."""

    name = "answers"

    async def understand(self, message: str, context: DialogueContext) -> Understanding:
        question = context.question
        command = _answer(question, message, context) if question else {"type": "out_of_scope"}
        return Understanding([command], provider=self.name)


def _answer(question: OpenQuestion, text: str, context: DialogueContext) -> dict[str, Any]:
    if question.slot:
        return {"type": "set_slot", "slot": question.slot.name, "value": text}
    if question.type == "inform":
        return {"type": "clarify" if leaves_open(text) else "affirm"}  # whatever else is said, it has been read
    if is_plain_yes(text, context):
        return {"type": "affirm"}
    return {"type": "deny" if _is_no(text) else "out_of_scope"}


def _is_no(text: str) -> bool:
    try:
        return accept(_YES_OR_NO, text) is False
    except ValueRefused:
        return False
