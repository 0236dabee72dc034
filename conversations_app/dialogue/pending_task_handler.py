from dataclasses import dataclass
from enum import Enum
from typing import cast

from flows_app.engine import MessageSink, OutboundMessage, PendingTask, requires_input


class TaskAction(Enum):
    CONTINUE = "continue"
    INTERRUPT = "interrupt"


@dataclass(frozen=True)
class TaskResult:
    action: TaskAction
    task: PendingTask | None = None


class PendingTaskHandler:
    """Sends what a step tells, at once, and says whether the flow has to wait for the user."""

    def __init__(self, sink: MessageSink):
        self._sink = sink

    async def handle(self, task: PendingTask, key: str) -> TaskResult:
        if task["type"] == "inform":
            await self._sink.send(
                OutboundMessage(
                    key,
                    task["prompt"],
                    options=task.get("options", ()),
                    metadata=task.get("metadata", {}),
                    sensitive=task.get("sensitive", False),
                    plain_parts=task.get("plain_parts"),
                    wait_for_ack=task.get("wait_for_ack", False),
                )
            )
        if requires_input(task):
            return TaskResult(TaskAction.INTERRUPT, cast(PendingTask, {**task, "key": key}))
        return TaskResult(TaskAction.CONTINUE)
