from django.utils.text import capfirst
from django.utils.translation import get_language_info

from flows_app.flow_language.language_names import language_name as plain_name


def language_name(code: str) -> str:
    """Gives the language's name with its code: authors of any language read it in the admin."""
    name = plain_name(code)
    return name if name == code else f"{capfirst(name)} ({code})"


def is_right_to_left(code: str) -> bool:
    try:
        return bool(get_language_info(code.lower())["bidi"])
    except KeyError:
        return False
