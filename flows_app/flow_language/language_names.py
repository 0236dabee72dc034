from django.utils.translation import get_language_info


def language_name(code: str) -> str:
    """Gives the name in the reader's language: “Spanish” for `es`; the code itself if Django does not know it."""
    try:
        return str(get_language_info(code.lower())["name_translated"])
    except KeyError:
        return code
