"""The languages of one turn: in which the open question was asked, in which the message is read, and in which the bot
answers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from conversations_app.understanding.spoken.detecting import Evidence, weigh
from conversations_app.understanding.spoken.profiles import words_of
from flows_app.registry import registry
from flows_app.slot_types import SlotType

# So much must speak against the conversation's language for a message to be read in another one.
_LIKELY = 1.0
# The conversation goes on in that language if a sentence speaks so much for it, or two of its words so much more.
_SURE_OF_SENTENCE, _SURE_OF_WORDS = 2.0, 3.0
_SENTENCE = 3


@dataclass(frozen=True)
class TurnLanguages:
    asked: str
    said: str
    answered: str


def languages_of_turn(
    text: str,
    *,
    current: str,
    spoken: Sequence[str],
    follows: bool,
    question: Mapping[str, Any] | None = None,
) -> TurnLanguages:
    """Decides the languages of a turn. `spoken` are the bot's languages; `question` is the pending task.

    A text that is short or could be either stays with the current language. The answer to a question for a text may be
    a name or an address in any language: it is read in that language, but the conversation stays with its own.
    """
    asked = _type_asked_for(question)
    evidence = weigh(_without_values(text, asked), current, spoken, _shown_by(question))
    said = evidence.language if evidence.weight >= _LIKELY else current
    switches = follows and _is_sure(evidence, text) and not (asked and asked.is_free)
    return TurnLanguages(asked=current, said=said, answered=said if switches else current)


def _is_sure(evidence: Evidence, text: str) -> bool:
    """Tells whether the evidence is enough to switch: never one word alone, nor the spelling of names."""
    is_sentence = len(text.split()) >= _SENTENCE and evidence.words >= 1
    return evidence.weight >= _SURE_OF_SENTENCE and (
        is_sentence or (evidence.words > 1 and evidence.weight >= _SURE_OF_WORDS)
    )


def _shown_by(question: Mapping[str, Any] | None) -> frozenset[str]:
    if not question:
        return frozenset()
    labels = " ".join(str(option["label"]) for option in question.get("options") or ())
    return frozenset(words_of(f"{question['prompt']} {labels}"))


def _type_asked_for(question: Mapping[str, Any] | None) -> SlotType | None:
    asked: Mapping[str, Any] = (question or {}).get("input") or {}
    return registry.slot_types.get(asked.get("type", ""))


def _without_values(text: str, asked: SlotType | None) -> str:
    """Blanks out parts with the form of a value: an IBAN that begins with “ES” is no Spanish."""
    for start, end in asked.find(text) if asked else ():
        text = f"{text[:start]}{' ' * (end - start)}{text[end:]}"
    return text
