"""How many cases of each category were right when it was last written down: no fewer may be."""

from tests.understanding.utterances.cases import FLOORS, read
from tests.understanding.utterances.scoring import Score

_HEADER = "# Written by: python -m tests.understanding.utterances --write\n"


def floors() -> dict[str, int]:
    written: dict[str, int] = read(FLOORS)
    return written


def write_floors(score: Score) -> None:
    lines = [f"{category}: {right}\n" for category, right in sorted(score.by_category().items())]
    FLOORS.write_text(_HEADER + "".join(lines), encoding="utf-8")
