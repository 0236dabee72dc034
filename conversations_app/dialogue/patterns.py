"""What the bot says by itself, outside any flow."""

TEXTS: dict[str, dict[str, str]] = {
    "not_understood": {
        "en": "Sorry, I didn't understand that.",
        "es": "Perdón, no he entendido eso.",
    },
    "cannot_do": {
        "en": "Sorry, I can't do that.",
        "es": "Lo siento, no puedo hacer eso.",
    },
    "cancelled": {
        "en": "Okay, cancelled.",
        "es": "De acuerdo, cancelado.",
    },
    "nothing_to_cancel": {
        "en": "There is nothing to cancel.",
        "es": "No hay nada que cancelar.",
    },
    "failed": {
        "en": "Sorry, that did not work. Nothing more was done.",
        "es": "Lo siento, no ha funcionado. No se ha hecho nada más.",
    },
    "error": {
        "en": "Sorry, something went wrong on our side. Please try again.",
        "es": "Lo siento, algo ha fallado por nuestra parte. Inténtalo de nuevo.",
    },
}


def pattern_text(pattern: str, language: str) -> str:
    """In the conversation's language (`es-MX` speaks `es`), or else in English."""
    texts = TEXTS[pattern]
    return texts.get(language) or texts.get(language.partition("-")[0]) or texts["en"]
