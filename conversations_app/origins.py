"""Which web pages may talk to a bot."""

from flows_app.models import Bot


def origin_allowed(bot: Bot, origin: str | None, own_origin: str) -> bool:
    """This platform's own pages may, and those of the bot's list. Browsers always say which page they act for."""
    if not origin:
        return False
    return _normal(origin) in {_normal(allowed) for allowed in (own_origin, *bot.allowed_origins)}


def same_origin(origin: str, own_origin: str) -> bool:
    return _normal(origin) == _normal(own_origin)


def _normal(origin: str) -> str:
    return origin.strip().rstrip("/").lower()
