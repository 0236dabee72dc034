"""What a bot says by itself, outside any flow. Every text can be replaced by bot and language."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated

from pydantic import StrictBool

from flows_app.flow_language.messages import MessageError, MessageTemplate
from flows_app.flow_language.texts import Text, all_texts


@dataclass(frozen=True)
class Pattern:
    """When it is said, and the texts that are delivered."""

    occasion: str
    texts: Mapping[str, str]
    placeholders: frozenset[str] = field(default_factory=frozenset)
    # Whether a bot may leave it out: the others are all that the user would be told.
    optional: bool = False
    said_unless_told: bool = True


def _pattern(occasion: str, en: str, es: str, *placeholders: str, optional: bool = False, said: bool = True) -> Pattern:
    return Pattern(occasion, {"en": en, "es": es}, frozenset(placeholders), optional, said)


PATTERNS: dict[str, Pattern] = {
    "welcome": _pattern(
        "A conversation begins; off unless the bot switches it on or has a text of its own.",
        "Hello! How can I help you?",
        "¡Hola! ¿En qué puedo ayudarte?",
        optional=True,
        said=False,
    ),
    "goodbye": _pattern("A conversation is closed.", "Goodbye!", "¡Adiós!", optional=True),
    "not_understood": _pattern(
        "Nothing in the message was understood, or nothing the bot is about.",
        "Sorry, I didn't understand that.",
        "Perdón, no he entendido eso.",
    ),
    "cannot_do": _pattern(
        "What was asked for is not on offer, or not now.",
        "Sorry, I can't do that.",
        "Lo siento, no puedo hacer eso.",
    ),
    "chitchat": _pattern(
        "Small talk.",
        "I'm only a bot, but I'm glad to help.",
        "Solo soy un bot, pero me alegra ayudarte.",
    ),
    "clarification": _pattern(
        "The user asks what the question is about, and the slot has a description.",
        "What I need to know: {description}",
        "Lo que necesito saber: {description}",
        "description",
    ),
    "clarification_choices": _pattern(
        "Said with a clarification if there are choices.",
        "You can choose: {choices}.",
        "Puedes elegir: {choices}.",
        "choices",
    ),
    "clarification_confirm": _pattern(
        "The user asks what a confirmation is about.",
        "I go on only if you agree. Please answer yes or no.",
        "Solo sigo si estás de acuerdo. Responde sí o no.",
    ),
    "clarification_plain": _pattern(
        "The user asks what the question is about, and there is nothing more to tell.",
        "It's the next thing I need to go on.",
        "Es lo siguiente que necesito para continuar.",
    ),
    "nothing_to_clarify": _pattern(
        "The user asks what the question is about, and none is open.",
        "I haven't asked anything. What can I do for you?",
        "No he preguntado nada. ¿Qué puedo hacer por ti?",
    ),
    "which_flow": _pattern(
        "What the user wants is not clear: it may be one of several flows, each of which is a button below.",
        "What would you like to do?",
        "¿Qué quieres hacer?",
    ),
    "corrected": _pattern(
        "A value was changed.",
        "Okay, I've changed that.",
        "De acuerdo, lo he cambiado.",
        "slot",
        "value",
        optional=True,
    ),
    "already_done": _pattern(
        "A value was to be changed that something already done rests on.",
        "That has already been done; I can't change it any more.",
        "Eso ya está hecho; ya no puedo cambiarlo.",
    ),
    "cancelled": _pattern("A flow was cancelled.", "Okay, cancelled.", "De acuerdo, cancelado."),
    "nothing_to_cancel": _pattern(
        "The user cancels, and nothing is under way.",
        "There is nothing to cancel.",
        "No hay nada que cancelar.",
    ),
    "resumed": _pattern(
        "A flow that was interrupted goes on.",
        "Let's go on where we were.",
        "Sigamos donde lo dejamos.",
        optional=True,
    ),
    "too_many_flows": _pattern(
        "Another flow is asked for while too many are interrupted.",
        "Let's finish what we have begun first.",
        "Primero terminemos lo que hemos empezado.",
    ),
    "no_longer_offered": _pattern(
        "A button of an older message was pressed.",
        "That choice is no longer on offer.",
        "Esa opción ya no está disponible.",
    ),
    "not_seen": _pattern(
        "A yes or no of somebody who has not seen the question yet, or not as it is now; it is asked again.",
        "Please look at this first.",
        "Primero mira esto, por favor.",
        optional=True,
    ),
    "no_progress": _pattern(
        "Several turns in a row led nowhere.",
        "We don't seem to get any further. Would you like to talk to a person?",
        "Parece que no avanzamos. ¿Quieres hablar con una persona?",
    ),
    "offer_cancel": _pattern("The button that cancels, beside “no progress”.", "Cancel", "Cancelar"),
    "offer_person": _pattern(
        "The button that asks for a person, beside “no progress”.",
        "Talk to a person",
        "Hablar con una persona",
    ),
    "handed_off": _pattern(
        "A person takes over.",
        "I'm handing you over to a person. They will answer here.",
        "Te paso con una persona. Te responderá aquí.",
    ),
    "handed_back": _pattern(
        "The bot takes over again.",
        "You are talking to the bot again.",
        "Vuelves a hablar con el bot.",
    ),
    "session_expired": _pattern(
        "The user was away for long: what was under way is dropped.",
        "You were away for a while, so we start afresh.",
        "Has estado fuera un rato, así que empezamos de nuevo.",
    ),
    "done": _pattern("A flow has ended without a word.", "Done.", "Hecho."),
    "failed": _pattern(
        "An action or a step has failed.",
        "Sorry, that did not work. Nothing more was done.",
        "Lo siento, no ha funcionado. No se ha hecho nada más.",
    ),
    "outcome_unknown": _pattern(
        "An action may or may not have taken effect.",
        "Sorry, I can't tell whether that was done. Please check before you try again.",
        "Lo siento, no sé si se ha hecho. Compruébalo antes de volver a intentarlo.",
    ),
    "partly_done": _pattern(
        "Something went wrong on our side, or failed, after an action that is not idempotent had been done.",
        "Sorry, something went wrong on our side after part of this was done. Please check before you try again.",
        "Lo siento, algo ha fallado por nuestra parte cuando una parte ya estaba hecha. "
        "Compruébalo antes de volver a intentarlo.",
    ),
    "stepped_back": _pattern(
        "The newest state of the conversation could not be read: an older one is taken.",
        "Sorry, I have lost the last part of our conversation. What was done stays done. Please say it again.",
        "Lo siento, he perdido la última parte de la conversación. Lo hecho, hecho está. Dímelo otra vez.",
    ),
    "started_afresh": _pattern(
        "No state of the conversation could be read.",
        "Sorry, I have lost track of our conversation, so we start afresh. What was done stays done.",
        "Lo siento, he perdido el hilo de la conversación, así que empezamos de nuevo. Lo hecho, hecho está.",
    ),
    "error": _pattern(
        "Something went wrong on our side, and nothing was done.",
        "Sorry, something went wrong on our side. Please try again.",
        "Lo siento, algo ha fallado por nuestra parte. Inténtalo de nuevo.",
    ),
}

# True: the delivered text. False: nothing, where the pattern may be left out.
PatternText = Annotated[Text | StrictBool, "Its text; true for the delivered one; false to leave it out."]


def check_patterns(given: Mapping[str, Text | bool]) -> None:
    """Raises ValueError with a sentence for the author."""
    for name, text in given.items():
        pattern = PATTERNS.get(name)
        if pattern is None:
            raise ValueError(f"No pattern is called “{name}”; there are: {', '.join(PATTERNS)}.")
        if text is False and not pattern.optional:
            raise ValueError(f"“{name}” can't be left out: it is all that the user would be told.")
        if not isinstance(text, bool):
            _check_placeholders(name, pattern, text)


def _check_placeholders(name: str, pattern: Pattern, text: Text) -> None:
    for one in all_texts(text):
        try:
            used = MessageTemplate.parse(one).slots
        except MessageError as bad:
            raise ValueError(f"“{name}”: {bad}") from None
        if unknown := used - pattern.placeholders:
            raise ValueError(f"“{name}” has no placeholder {{{min(unknown)}}}.")
