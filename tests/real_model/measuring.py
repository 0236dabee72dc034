"""What a real language model makes of the cases, beside what the embedded understanding makes of them."""

from collections.abc import Sequence
from dataclasses import dataclass

from conversations_app.understanding.language_model import DSPyProvider, LanguageModelSettings
from flows_app.engine.understanding import Understanding
from tests.understanding.utterances.cases import Case
from tests.understanding.utterances.providers import embedded
from tests.understanding.utterances.report import failures, in_short
from tests.understanding.utterances.scoring import Answer, Score, is_right


@dataclass(frozen=True)
class Measured:
    case: Case
    understood: Understanding
    by_embedded: bool

    @property
    def right(self) -> bool:
        return is_right(self.case, self.understood.commands)

    @property
    def fell_back(self) -> bool:
        return self.understood.trace["fallback"] is not None

    @property
    def dropped(self) -> int:
        return len(self.understood.trace["dropped"])


async def measure(cases: Sequence[Case], settings: LanguageModelSettings) -> list[Measured]:
    found = []
    for case in cases:
        understood = await DSPyProvider(settings, embedded(case.bot)).understand(case.said, case.context)
        beside = await embedded(case.bot).understand(case.said, case.context)
        found.append(Measured(case, understood, is_right(case, beside.commands)))
        print(_told(found[-1]), flush=True)  # it takes minutes
    return found


def _told(one: Measured) -> str:
    mark = "right" if one.right else "WRONG"
    because = f", fallback: {one.understood.trace['fallback']['because']}" if one.fell_back else ""
    said = f"{one.case.category} {one.case.language} {one.case.bot.name}: “{one.case.said}”"
    return f"{mark}  {said} {in_short(one.understood.commands)} {one.understood.trace['latency_ms']:,} ms{because}"


def table(found: Sequence[Measured]) -> str:
    head = f"{'category':<20}{'cases':>6}{'right':>7}{'embedded':>10}{'fallback':>10}{'dropped':>9}"
    lines = [f"{head}{'ms a turn':>11}{'tokens in':>11}{'out':>6}"]
    for category in sorted({one.case.category for one in found}):
        lines.append(_line(category, [one for one in found if one.case.category == category]))
    for language in sorted({one.case.language for one in found}):
        lines.append(_line(f"all, {language}", [one for one in found if one.case.language == language]))
    return "\n".join([*lines, _line("all", found)])


def _line(title: str, found: Sequence[Measured]) -> str:
    counts = f"{len(found):>6}{sum(one.right for one in found):>7}{sum(one.by_embedded for one in found):>10}"
    troubles = f"{sum(one.fell_back for one in found):>10}{sum(one.dropped for one in found):>9}"
    milliseconds, tokens_in, tokens_out = (_mean(found, key) for key in ("latency_ms", "tokens_in", "tokens_out"))
    return f"{title:<20}{counts}{troubles}{milliseconds:>11,}{tokens_in:>11,}{tokens_out:>6}"


def _mean(found: Sequence[Measured], key: str) -> int:
    return round(sum(one.understood.trace[key] or 0 for one in found) / len(found))


def wrong(found: Sequence[Measured]) -> str:
    return failures(Score([Answer(one.case, one.understood.commands, one.right) for one in found]))
