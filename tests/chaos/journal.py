import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any


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
