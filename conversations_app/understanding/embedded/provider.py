import time
from collections.abc import Awaitable, Callable
from typing import Any

from conversations_app.concurrency.cpu_pool import run_in_cpu_pool
from conversations_app.understanding.choosing import FlowChooser
from conversations_app.understanding.embedded.at_a_confirmation import read_confirmation
from conversations_app.understanding.embedded.at_a_question import read_answered
from conversations_app.understanding.embedded.correcting import as_corrections, changed_values
from conversations_app.understanding.embedded.situation import Situation, as_command
from conversations_app.understanding.embedded.with_nothing_open import read_request
from conversations_app.understanding.plain_yes import is_plain_yes, leaves_open
from flows_app.engine import Commands, DialogueContext, Understanding


class EmbeddedProvider:
    """Understands offline: a sentence encoder for what is wanted, grammars for values, words for the rest."""

    name = "embedded"

    def __init__(self, chooser: Callable[[], Awaitable[FlowChooser]], threshold: float | None = None):
        self._chooser = chooser
        self._threshold = threshold

    async def understand(self, message: str, context: DialogueContext) -> Understanding:
        began = time.perf_counter()
        flows = await context.flows()
        said = Situation(message, context, flows, await self._chooser(), self._threshold)
        commands = await run_in_cpu_pool(_read, said)
        took = round((time.perf_counter() - began) * 1000, 1)
        return Understanding(commands, provider=self.name, trace={**_trace(said), "milliseconds": took})


def _read(said: Situation) -> Commands:
    question = said.context.question
    if not said.message.strip():
        return [as_command(None)]
    if question is None:
        return read_request(said)
    if question.type == "confirm":
        return read_confirmation(said)
    if question.slot:
        return read_answered(said, question.slot)
    return _read_acknowledgement(said)


def _read_acknowledgement(said: Situation) -> Commands:
    """Reads any reply to a message that waits for acknowledgement as a yes, unless it is a no, a question or a wish to
    wait, or wants something else."""
    if said.is_act("cancel", "handoff"):
        return [as_command(said.act.act)]
    if is_plain_yes(said.message, said.context):
        return [as_command("affirm")]
    if other := said.flow_behind_the_act if said.is_act("deny") else said.other_flow():
        return said.start(other)
    if changed := changed_values(said.message, said.cues, said.context, said.active_filler):
        return as_corrections(changed)
    is_open = said.is_act("deny") or leaves_open(said.message, said.context.read_in)
    return [as_command("clarify" if is_open else "affirm")]


def _trace(said: Situation) -> dict[str, Any]:
    """Gives the trace, only of what was looked at."""
    read = said.__dict__
    trace: dict[str, Any] = {}
    if "act" in read:
        trace["act"] = {"act": said.act.act, "certainty": round(said.act.certainty, 3)}
    if "ranked" in read:
        trace["flows"] = [
            {"flow": candidate.flow, "confidence": round(candidate.confidence, 3)} for candidate in said.ranked[:3]
        ]
    return trace
