"""Patterns in Spanish: texts that a bot says by itself."""

PATTERNS = {
    "welcome": "¡Hola! ¿En qué puedo ayudarte?",
    "goodbye": "¡Adiós!",
    "not_understood": "Perdón, no he entendido eso.",
    "cannot_do": "Lo siento, no puedo hacer eso.",
    "chitchat": "Solo soy un bot, pero me alegra ayudarte.",
    "clarification": "Lo que necesito saber: {description}",
    "clarification_choices": "Puedes elegir: {choices}.",
    "clarification_confirm": "Solo sigo si estás de acuerdo. Responde sí o no.",
    "clarification_plain": "Es lo siguiente que necesito para continuar.",
    "nothing_to_clarify": "No he preguntado nada. ¿Qué puedo hacer por ti?",
    "which_flow": "¿Qué quieres hacer?",
    "corrected": "De acuerdo, lo he cambiado.",
    "already_done": "Eso ya está hecho; ya no puedo cambiarlo.",
    "cancelled": "De acuerdo, cancelado.",
    "nothing_to_cancel": "No hay nada que cancelar.",
    "resumed": "Sigamos donde lo dejamos.",
    "too_many_flows": "Primero terminemos lo que hemos empezado.",
    "no_longer_offered": "Esa opción ya no está disponible.",
    "not_seen": "Primero mira esto, por favor.",
    "no_progress": "Parece que no avanzamos. ¿Quieres hablar con una persona?",
    "offer_cancel": "Cancelar",
    "offer_person": "Hablar con una persona",
    "handed_off": "Te paso con una persona. Te responderá aquí.",
    "handed_back": "Vuelves a hablar con el bot.",
    "session_expired": "Has estado fuera un rato, así que empezamos de nuevo.",
    "done": "Hecho.",
    "failed": "Lo siento, no ha funcionado. No se ha hecho nada más.",
    "outcome_unknown": "Lo siento, no sé si se ha hecho. Compruébalo antes de volver a intentarlo.",
    "partly_done": (
        "Lo siento, algo ha fallado por nuestra parte cuando una parte ya estaba hecha. Compruébalo antes de "
        "volver a intentarlo."
    ),
    "stepped_back": "Lo siento, he perdido la última parte de la conversación. Lo hecho, hecho está. Dímelo otra vez.",
    "started_afresh": (
        "Lo siento, he perdido el hilo de la conversación, así que empezamos de nuevo. Lo hecho, hecho está."
    ),
    "error": "Lo siento, algo ha fallado por nuestra parte. Inténtalo de nuevo.",
}
