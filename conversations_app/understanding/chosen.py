"""Which provider a bot has."""

from django.conf import settings as project
from django.db.models import Q

from flows_app.flow_language import UnderstandingSettings

# Those that learn from the flows' examples. A language model has the embedded one to fall back on.
_LEARN = ("embedded", "dspy")


def provider_name(settings: UnderstandingSettings) -> str:
    name: str = settings.provider or project.SONI_UNDERSTANDING
    return name


def learns(settings: UnderstandingSettings) -> bool:
    return provider_name(settings) in _LEARN


def bots_that_learn(path: str = "") -> Q:
    """The same for a query; `path` leads to the bot, such as `bot__`."""
    own = f"{path}settings__understanding__provider"
    chosen = Q(**{f"{own}__in": _LEARN})
    if project.SONI_UNDERSTANDING not in _LEARN:
        return chosen
    return chosen | Q(**{f"{own}__isnull": True}) | Q(**{own: None})
