"""Patterns: texts that a bot says by itself, outside any flow. Every text can be replaced by bot and language."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated

from django.utils.translation import gettext
from pydantic import StrictBool

from flows_app.flow_language.messages import MessageError, MessageTemplate
from flows_app.flow_language.texts import Text, all_texts
from flows_app.languages import wordings_of


@dataclass(frozen=True)
class Pattern:
    """Occasion and placeholders of a pattern. Its delivered texts are in the folders of the languages."""

    name: str
    occasion: str
    placeholders: frozenset[str] = field(default_factory=frozenset)
    # Whether a bot may leave it out: the others are all that the user would be told.
    optional: bool = False
    said_unless_told: bool = True

    @property
    def texts(self) -> Mapping[str, str]:
        """Texts that are delivered, by language."""
        return wordings_of("patterns", self.name)


PATTERNS: dict[str, Pattern] = {
    pattern.name: pattern
    for pattern in (
        Pattern(
            "welcome",
            "A conversation begins; off unless the bot switches it on or has a text of its own.",
            optional=True,
            said_unless_told=False,
        ),
        Pattern("goodbye", "A conversation is closed.", optional=True),
        Pattern("not_understood", "Nothing in the message was understood, or nothing the bot is about."),
        Pattern("cannot_do", "What was asked for is not on offer, or not now."),
        Pattern("chitchat", "Small talk."),
        Pattern(
            "clarification",
            "The user asks what the question is about, and the slot has a description.",
            placeholders=frozenset({"description"}),
        ),
        Pattern(
            "clarification_choices",
            "Said with a clarification if there are choices.",
            placeholders=frozenset({"choices"}),
        ),
        Pattern("clarification_confirm", "The user asks what a confirmation is about."),
        Pattern("clarification_plain", "The user asks what the question is about, and there is nothing more to tell."),
        Pattern("nothing_to_clarify", "The user asks what the question is about, and none is open."),
        Pattern(
            "which_flow",
            "What the user wants is not clear: it may be one of several flows, each of which is a button below.",
        ),
        Pattern("corrected", "A value was changed.", placeholders=frozenset({"slot", "value"}), optional=True),
        Pattern("already_done", "A value was to be changed that something already done rests on."),
        Pattern("cancelled", "A flow was cancelled."),
        Pattern("nothing_to_cancel", "The user cancels, and nothing is under way."),
        Pattern("resumed", "A flow that was interrupted goes on.", optional=True),
        Pattern("too_many_flows", "Another flow is asked for while too many are interrupted."),
        Pattern("no_longer_offered", "A button of an older message was pressed."),
        Pattern(
            "not_seen",
            "A yes or no of somebody who has not seen the question yet, or not as it is now; it is asked again.",
            optional=True,
        ),
        Pattern("no_progress", "Several turns in a row led nowhere."),
        Pattern("offer_cancel", "The button that cancels, beside “no progress”."),
        Pattern("offer_person", "The button that asks for a person, beside “no progress”."),
        Pattern("handed_off", "A person takes over."),
        Pattern("handed_back", "The bot takes over again."),
        Pattern("session_expired", "The user was away for long: what was under way is dropped."),
        Pattern("done", "A flow has ended without a word."),
        Pattern("failed", "An action or a step has failed."),
        Pattern("outcome_unknown", "An action may or may not have taken effect."),
        Pattern(
            "partly_done",
            "Something went wrong on our side, or failed, after an action that is not idempotent had been done.",
        ),
        Pattern("stepped_back", "The newest state of the conversation could not be read: an older one is taken."),
        Pattern("started_afresh", "No state of the conversation could be read."),
        Pattern("error", "Something went wrong on our side, and nothing was done."),
    )
}

# True: the delivered text. False: nothing, where the pattern may be left out.
PatternText = Annotated[Text | StrictBool, "Its text; true for the delivered one; false to leave it out."]


def check_patterns(given: Mapping[str, Text | bool]) -> None:
    """Raises ValueError with a sentence for the author."""
    for name, text in given.items():
        pattern = PATTERNS.get(name)
        if pattern is None:
            raise ValueError(
                gettext("No pattern is called “{name}”; there are: {patterns}.").format(
                    name=name, patterns=", ".join(PATTERNS)
                )
            )
        if text is False and not pattern.optional:
            raise ValueError(
                gettext("“{name}” can't be left out: it is all that the user would be told.").format(name=name)
            )
        if not isinstance(text, bool):
            _check_placeholders(name, pattern, text)


def _check_placeholders(name: str, pattern: Pattern, text: Text) -> None:
    for one in all_texts(text):
        try:
            used = MessageTemplate.parse(one).slots
        except MessageError as bad:
            raise ValueError(f"“{name}”: {bad}") from None
        if unknown := used - pattern.placeholders:
            raise ValueError(
                gettext("“{name}” has no placeholder {{{unknown}}}.").format(name=name, unknown=min(unknown))
            )
