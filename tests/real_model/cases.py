"""Which of the utterances a real language model is asked: of every category, in both languages."""

import random
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from flows_app.engine.understanding import DialogueContext, Said
from tests.understanding.utterances.cases import Case, cases
from tests.understanding.utterances.scoring import LANGUAGES

SEED = 7
# A category that has more cases than this is asked for in both languages, the others in one or the other by turns.
MANY = 40


def chosen_cases() -> list[Case]:
    """By bot: what a server has read of a bot it need not read again for its next message."""
    categories: dict[str, list[Case]] = defaultdict(list)
    for case in cases():
        categories[case.category].append(case)
    dice = random.Random(SEED)  # noqa: S311  not a secret
    chosen = []
    for place, (_, of_one) in enumerate(sorted(categories.items())):
        for language in LANGUAGES if len(of_one) > MANY else [LANGUAGES[place % 2]]:
            chosen.append(dice.choice([case for case in of_one if case.language == language]))
    return sorted(map(_with_history, chosen), key=lambda case: (case.bot.name, case.language))


def _with_history(case: Case) -> Case:
    """A language model is told the words of an open question by the history alone."""
    return replace(case, context=_asked_aloud(case.context))


def _asked_aloud(context: DialogueContext) -> DialogueContext:
    question = context.question
    if question is None:
        return context

    async def history() -> Sequence[Said]:
        return [Said("bot", question.prompt)]

    return replace(context, history=history)
