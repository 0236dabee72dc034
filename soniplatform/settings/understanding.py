from django.core.exceptions import ImproperlyConfigured

from soniplatform.settings.environment import env

# How bots understand that don't say it themselves. A language model is chosen bot by bot: each needs its own key.
SONI_UNDERSTANDING: str = env("SONI_UNDERSTANDING", default="embedded")
if SONI_UNDERSTANDING not in ("embedded", "answers"):
    raise ImproperlyConfigured("SONI_UNDERSTANDING is “embedded” or “answers”.")
