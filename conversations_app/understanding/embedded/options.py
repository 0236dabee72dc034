"""Quick replies that are named rather than pressed: “the second one”, or a label that is not quite the same."""

from collections.abc import Mapping, Sequence
from typing import Any

from conversations_app.understanding.embedded.situation import Situation, meaning_of
from conversations_app.understanding.embedded.words import share_of
from conversations_app.understanding.values import read_answer
from flows_app.flow_language import Choice, SlotDefinition

Option = Mapping[str, Any]

# High, because “no, inside” does not press “No”.
_SURE = 0.7
_MOST_OF_IT = 0.75


def picked_offer(said: Situation) -> dict[str, Any] | None:
    """Gives the command of the offer that the message picks. Offers are made by a turn that asks nothing."""
    return _command(said, said.context.offers)


def picked_option(said: Situation) -> dict[str, Any] | None:
    """Gives the command of the option that the message picks, if the open question has options with commands."""
    question = said.context.question
    if question is None or not any(option.get("command") for option in question.options):
        return None
    return _command(said, question.options)


def _command(said: Situation, options: Sequence[Option]) -> dict[str, Any] | None:
    picked = _picked(said, options)
    return meaning_of(picked) if picked else None


def _picked(said: Situation, options: Sequence[Option]) -> Option | None:
    """Finds the option that the message picks, read as the answer to a choice among their labels."""
    if not options:
        return None
    # By letters: what is called “1” could be typed as “1”, and mean the first.
    by_name = {f"option_{chr(ord('a') + place)}": option for place, option in enumerate(options)}
    choices = tuple(Choice(value=name, synonyms=(str(option["label"]),)) for name, option in by_name.items())
    answer = read_answer(
        SlotDefinition(name="option", type="choice", choices=choices),
        said.message,
        language=said.context.read_in,
        now=said.context.now,
        options=[{"label": option["label"], "value": name} for name, option in by_name.items()],
    )
    is_all = answer is not None and answer.certainty >= _SURE and share_of(said.message, answer) >= _MOST_OF_IT
    return by_name[answer.value] if answer and is_all else None
