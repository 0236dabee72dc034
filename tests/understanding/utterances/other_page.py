"""A case as it is said on a page in the other language: the bot asks in that one, and people go on in theirs."""

from dataclasses import replace
from typing import Any

from conversations_app.understanding.spoken import languages_of_turn
from flows_app.engine import OpenQuestion
from tests.understanding.utterances.cases import Case
from tests.understanding.utterances.contexts import context_of
from tests.understanding.utterances.scoring import LANGUAGES


def on_the_other_page(case: Case) -> Case:
    page = next(language for language in LANGUAGES if language != case.language)
    context = context_of(case.scene, case.bot, page, case.context.now)
    question = _task(context.question) if context.question else None
    found = languages_of_turn(case.said, current=page, spoken=LANGUAGES, follows=True, question=question)
    return replace(case, context=replace(context, said_in=found.said))


def _task(question: OpenQuestion) -> dict[str, Any]:
    """As the dialogue's state holds it."""
    asked_input = {"type": question.slot.type} if question.slot else None
    return {"type": question.type, "prompt": question.prompt, "options": question.options, "input": asked_input}
