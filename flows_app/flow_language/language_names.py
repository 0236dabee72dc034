from django.utils.translation import get_language_info


def language_name(code: str) -> str:
    """In English: “Spanish” for `es`; the code itself if nobody knows it."""
    try:
        return str(get_language_info(code.lower())["name"])
    except KeyError:
        return code
