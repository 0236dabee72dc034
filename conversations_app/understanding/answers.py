from flows_app.compiler import DialogueState, Understanding


class AnswerProvider:
    """Takes a message for the answer to the open question; if there is none, it starts the bot's default flow."""

    name = "answers"

    def __init__(self, default_flow: str | None):
        self._default_flow = default_flow

    async def understand(self, state: DialogueState) -> Understanding:
        return Understanding([self._command(state)], provider=self.name)

    def _command(self, state: DialogueState) -> dict[str, object]:
        task = state.get("_pending_task")
        if task and task["type"] == "collect":
            return {"type": "set_slot", "slot": task["slot"], "value": state["user_message"]}
        if self._default_flow:
            return {"type": "start_flow", "flow": self._default_flow}
        return {"type": "out_of_scope"}
