"""How many of the cases a provider gets right, by category and language."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from flows_app.engine import NLUProvider
from tests.understanding.utterances.bots import Bot
from tests.understanding.utterances.cases import Case, Commands
from tests.understanding.utterances.effects import NotAccepted, effects

LANGUAGES = ("en", "es")


@dataclass(frozen=True)
class Answer:
    case: Case
    commands: Commands
    right: bool


@dataclass(frozen=True)
class Score:
    answers: Sequence[Answer]

    @cached_property
    def right(self) -> Counter[tuple[str, str]]:
        return Counter((answer.case.category, answer.case.language) for answer in self.answers if answer.right)

    @cached_property
    def asked(self) -> Counter[tuple[str, str]]:
        return Counter((answer.case.category, answer.case.language) for answer in self.answers)

    @property
    def wrong(self) -> list[Answer]:
        return [answer for answer in self.answers if not answer.right]

    def by_category(self) -> dict[str, int]:
        categories = dict.fromkeys(answer.case.category for answer in self.answers)
        return {category: sum(self.right[category, language] for language in LANGUAGES) for category in categories}

    def table(self) -> str:
        lines = [f"{'category':<20}{'en':>10}{'es':>10}{'all':>10}      %"]
        lines += [self._line(category, [category]) for category in sorted(self.by_category())]
        return "\n".join([*lines, self._line("all", list(self.by_category()))])

    def _line(self, title: str, categories: Sequence[str]) -> str:
        counts = [
            (sum(self.right[one, language] for one in categories), sum(self.asked[one, language] for one in categories))
            for language in LANGUAGES
        ]
        right, asked = (sum(column) for column in zip(*counts, strict=True))
        cells = "".join(f"{f'{good}/{of}':>10}" for good, of in [*counts, (right, asked)])
        return f"{title:<20}{cells}{100 * right / asked:>7.1f}"


async def score(cases: Sequence[Case], provider_of: Callable[[Bot], NLUProvider]) -> Score:
    answers = []
    for case in cases:
        understood = await provider_of(case.bot).understand(case.said, case.context)
        answers.append(Answer(case, understood.commands, is_right(case, understood.commands)))
    return Score(answers)


def is_right(case: Case, commands: Commands) -> bool:
    try:
        got = effects(commands, case.context, case.bot)
    except NotAccepted:
        return False
    return any(got == effects(meaning, case.context, case.bot) for meaning in case.meanings)
