from django.utils.translation import get_language_info


def language_name(code: str) -> str:
    """In English, with its code: the admin speaks of a bot's languages to authors of any."""
    try:
        return f"{get_language_info(code.lower())['name']} ({code})"
    except KeyError:
        return code


def is_right_to_left(code: str) -> bool:
    try:
        return bool(get_language_info(code.lower())["bidi"])
    except KeyError:
        return False
