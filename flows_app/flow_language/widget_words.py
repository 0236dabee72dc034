"""The chat widget's own words, such as “Send”. They come with its look, in the visitor's language alone: no page loads
those of the others. What a theme says goes before them."""

_LANGUAGES = ("en", "es")

# English, Spanish. A name in braces is filled in by the widget.
_WORDS = {
    "launcher": ("Chat with us", "Chatea con nosotros"),
    "unread": ("Unread messages: {count}", "Mensajes sin leer: {count}"),
    "close": ("Close chat", "Cerrar el chat"),
    "menu": ("Menu", "Menú"),
    "greeting": ("How can we help?", "¿En qué podemos ayudarte?"),
    "placeholder": ("Write a message…", "Escribe un mensaje…"),
    "send": ("Send", "Enviar"),
    "messages": ("Messages", "Mensajes"),
    "you": ("You", "Tú"),
    "typing": ("{name} is typing…", "{name} está escribiendo…"),
    "subtitle": ("Online", "En línea"),
    "connecting": ("Connecting…", "Conectando…"),
    "reconnecting": ("No connection. Trying again…", "Sin conexión. Reintentando…"),
    "refused": ("Not available right now.", "No disponible ahora mismo."),
    "archived": ("No new conversations are started here.", "Aquí ya no se empiezan conversaciones nuevas."),
    "back": ("Connected again.", "Conexión recuperada."),
    "person": ("You are talking to {name}", "Estás hablando con {name}"),
    "nobody": ("A person will answer here soon", "Una persona te responderá aquí en breve"),
    "waiting": ("Will be sent when you are back online", "Se enviará al recuperar la conexión"),
    "failed": ("Not sent.", "No enviado."),
    "retry": ("Try again", "Reintentar"),
    "hidden": ("Hidden answer", "Respuesta oculta"),
    "options": ("{count} options: {list}", "{count} opciones: {list}"),
    "options_one": ("{count} option: {list}", "{count} opción: {list}"),
    "choose": ("Choose an answer", "Elige una respuesta"),
    "yes": ("Yes", "Sí"),
    "no": ("No", "No"),
    "date": ("Date", "Fecha"),
    "datetime": ("Date and time", "Fecha y hora"),
    "time": ("Time", "Hora"),
    "number": ("Number", "Número"),
    "integer": ("Whole number", "Número entero"),
    "money": ("Amount in {currency}", "Importe en {currency}"),
    "email": ("Email address", "Correo electrónico"),
    "phone": ("Phone number", "Teléfono"),
    "secret": ("Your answer, hidden as you type", "Tu respuesta, oculta mientras escribes"),
    "closed": ("This conversation has ended.", "Esta conversación ha terminado."),
    "rate": ("How was it?", "¿Qué tal ha ido?"),
    "comment": ("Anything to add? (optional)", "¿Algo que añadir? (opcional)"),
    "rated": ("Thank you for your rating!", "¡Gracias por tu valoración!"),
    "again": ("Start a new conversation", "Empezar otra conversación"),
    "download": ("Download transcript", "Descargar la conversación"),
    "restart": ("Start over", "Empezar de nuevo"),
    "sure": ("Start over? This conversation will be closed.", "¿Empezar de nuevo? Esta conversación se cerrará."),
    "language": ("Language", "Idioma"),
}


def widget_words(language: str) -> dict[str, str]:
    """`es-MX` is served by `es`, and a language that we have no words of by English."""
    main = language.lower().partition("-")[0]
    column = _LANGUAGES.index(main) if main in _LANGUAGES else 0
    return {name: words[column] for name, words in _WORDS.items()}
