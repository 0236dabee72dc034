import re

# C0 and C1 but for tab and newline: they move the cursor, change colours, or make a terminal do things.
_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


def plain(text: str) -> str:
    """Without what a terminal would obey: texts come from users, authors and language models."""
    return _CONTROLS.sub("", text)
