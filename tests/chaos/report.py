from collections.abc import Sequence

from tests.chaos.talkers import Talker
from tests.chaos.world import World


class Report:
    """The result of a run, as a table for people."""

    def __init__(self) -> None:
        self._rows: list[tuple[str, ...]] = [
            ("fault", "times", "messages", "actions begun", "turns taken over", "sockets reopened"),
            ("---",) * 6,
        ]

    def add(self, fault: str, times: int, world: World, talkers: Sequence[Talker]) -> None:
        notes = [note for talker in talkers for note in world.journal.notes(talker.id)]
        figures = (
            times,
            sum(len(talker.sent) for talker in talkers),
            sum(note.phase == "begun" for note in notes),
            world.takeovers([talker.id for talker in talkers]),
            sum(talker.screen.connections - 1 for talker in talkers),
        )
        self._rows.append((fault, *map(str, figures)))

    def print(self) -> None:
        print()
        for row in self._rows:
            print(f"| {' | '.join(row)} |")
