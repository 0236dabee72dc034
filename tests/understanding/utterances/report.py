"""What was got wrong, a few short lines each."""

from tests.understanding.utterances.cases import Case, Commands
from tests.understanding.utterances.scoring import Answer, Score


def failures(score: Score) -> str:
    return "\n\n".join(_failure(answer) for answer in score.wrong)


def _failure(answer: Answer) -> str:
    case = answer.case
    meant = " | ".join(in_short(meaning) for meaning in case.meanings)
    return (
        f"{case.category} {case.language} {case.bot.name}: “{case.said}”{_where(case)}\n"
        f"  gold {meant}\n"
        f"  got  {in_short(answer.commands)}"
    )


def _where(case: Case) -> str:
    question, flow = case.context.question, case.context.active
    asked = f"\n  at   {case.scene.flow}.{case.scene.slot or 'confirm'} “{question.prompt}”" if question else ""
    given = f" given {dict(flow.values)}" if flow and flow.values else ""
    below = f" below {dict(case.scene.below)}" if case.scene.below else ""
    offers = f"\n  offers {', '.join(case.scene.offers)}" if case.scene.offers else ""
    return asked + given + below + offers


def in_short(commands: Commands) -> str:
    return "[" + ", ".join(_short(command) for command in commands) + "]"


def _short(command: dict[str, object]) -> str:
    if "value" in command:
        return f"{command['type']} {command['slot']}={command['value']!r}"
    rest = " ".join(str(value) for key, value in command.items() if key != "type")
    return f"{command['type']} {rest}".strip()
