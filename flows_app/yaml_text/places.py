"""Where something is written, and what is wrong there."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, order=True)
class Place:
    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


@dataclass(frozen=True, order=True)
class Problem:
    """Something to mend, or to know: a place and a sentence."""

    place: Place
    sentence: str

    def __str__(self) -> str:
        return f"{self.place}: {self.sentence}"


class ImportRefused(Exception):
    """The files can't be imported. All problems come at once; nothing has changed."""

    def __init__(self, problems: Iterable[Problem]):
        self.problems = tuple(sorted(set(problems)))
        super().__init__("\n".join(str(problem) for problem in self.problems))


class Remarks:
    """Collects while files are read: problems, which stop the import, and notices, which the author should know."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []
        self.notices: list[Problem] = []

    def problem(self, place: Place, sentence: str) -> None:
        self.problems.append(Problem(place, sentence))

    def notice(self, place: Place, sentence: str) -> None:
        remark = Problem(place, sentence)
        if remark not in self.notices:
            self.notices.append(remark)

    def stop_at_problems(self) -> None:
        if self.problems:
            raise ImportRefused(self.problems)
