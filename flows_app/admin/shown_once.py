from django.utils.html import format_html


def shown_once(sentence: str, text: str) -> str:
    """A secret that has just been made: a message, so that no page shows it again. It passes through a cookie of the
    browser that asked for it, for one request."""
    return format_html('{} <code class="shown-once" tabindex="0">{}</code>', sentence, text)
