"""The sentence encoder takes seconds to load: better when a worker starts than while its first user waits."""

import threading

from django.conf import settings


def warm_up() -> threading.Thread | None:
    """In the background. Not where bots don't learn unless they say so: it takes 130 MB."""
    if settings.SONI_UNDERSTANDING != "embedded":
        return None
    warming = threading.Thread(target=_load, name="warming-up", daemon=True)
    warming.start()
    return warming


def _load() -> None:
    from conversations_app.understanding.acts import read_act
    from conversations_app.understanding.embedded import EmbeddedProvider  # noqa: F401  with all that it reads with
    from conversations_app.understanding.spoken.detecting import weigh
    from flows_app.languages import known_languages

    read_act("Is there anything that you can do for me?", language="en", expecting="nothing")
    weigh("Is there anything that you can do for me?", "en", known_languages())
