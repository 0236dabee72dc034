"""Which answer a request gets: a script is a function, and these make the usual ones."""

import threading
from collections.abc import Callable, Mapping

from tests.support.lm_server.answers import Answer, fails, given_commands, given_values, written
from tests.support.lm_server.requests import SeenRequest

Script = Callable[[SeenRequest], Answer]


def always(answer: Answer) -> Script:
    return lambda request: answer


def in_order(*answers: Answer) -> Script:
    """One after the other; what comes after the last one is an error of the test."""
    waiting = list(answers)
    lock = threading.Lock()

    def next_answer(request: SeenRequest) -> Answer:
        with lock:
            return waiting.pop(0) if waiting else fails(418)

    return next_answer


def by_pass(commands: Answer | None = None, values: Answer | None = None, text: Answer | None = None) -> Script:
    """By what is wanted; a pass that the test does not speak of finds nothing."""
    answers = {
        "commands": commands or given_commands({"type": "out_of_scope"}),
        "found": values or given_values({}),
        "text": text or written(""),
    }
    return lambda request: answers[request.wants]


def by_text(answers: Mapping[str, Answer], otherwise: Answer | None = None) -> Script:
    """The first answer whose words stand in the inputs; `found:` before the words means the second pass."""

    def matching(request: SeenRequest) -> Answer:
        for words, answer in answers.items():
            wanted, _, text = words.rpartition(":")
            if request.wants == (wanted or "commands") and text in request.asked:
                return answer
        return otherwise or by_pass()(request)

    return matching
