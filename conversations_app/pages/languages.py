"""In which of its languages a bot speaks with a visitor."""

from django.http import HttpRequest
from django.utils.translation import get_language_info

from conversations_app.languages import language_of_visitor
from flows_app.models import Bot


def language_for(request: HttpRequest, bot: Bot) -> str:
    """The one in the address may be another than the browser's."""
    return language_of_visitor(bot, request.GET.get("lang", ""), request.headers.get("Accept-Language", ""))


def language_names(bot: Bot) -> list[tuple[str, str]]:
    """Each as its speakers call it."""
    return [(language, _name(language)) for language in bot.languages]


def _name(language: str) -> str:
    try:
        return str(get_language_info(language)["name_local"])
    except KeyError:
        return language
