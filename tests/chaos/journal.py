"""What actions write down of themselves, outside the database, where no rollback can hide a call."""

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flows_app.registry import ActionContext

# The environment variable that names the file.
JOURNAL = "CHAOS_JOURNAL"


@dataclass(frozen=True)
class Note:
    """That an action was begun, or has ended, as it wrote down itself."""

    action: str
    phase: str
    conversation: str
    key: str
    inputs: dict[str, Any]
    pid: int


class Journal:
    def __init__(self, path: Path):
        self.path = path
        path.touch()

    def notes(self, conversation_id: str) -> Sequence[Note]:
        notes = (Note(**json.loads(line)) for line in self.path.read_text().splitlines())
        return [note for note in notes if note.conversation == conversation_id]


def note(phase: str, action: str, context: ActionContext, inputs: dict[str, Any]) -> None:
    """One write of one line: the lines of several processes don't mix."""
    line = {
        "action": action,
        "phase": phase,
        "conversation": context.conversation_id,
        "key": context.idempotency_key,
        "inputs": inputs,
        "pid": os.getpid(),
    }
    journal = os.open(os.environ[JOURNAL], os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    try:
        os.write(journal, json.dumps(line).encode() + b"\n")
    finally:
        os.close(journal)
