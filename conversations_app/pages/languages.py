"""In which of its languages a bot speaks with a visitor."""

from django.http import HttpRequest
from django.utils.translation import get_language_info
from django.utils.translation.trans_real import parse_accept_lang_header

from flows_app.models import Bot


def language_for(request: HttpRequest, bot: Bot) -> str:
    """The one in the address, or else the first of the browser's that the bot speaks; its main one if there is none."""
    spoken: dict[str, str] = {language.lower(): language for language in bot.languages or ["en"]}
    accepted = [wanted for wanted, _ in parse_accept_lang_header(request.headers.get("Accept-Language", ""))]
    for wanted in (request.GET.get("lang", "").lower(), *accepted):
        if found := spoken.get(wanted) or spoken.get(wanted.split("-")[0]):
            return found
    return next(iter(spoken.values()))


def language_names(bot: Bot) -> list[tuple[str, str]]:
    """Each as its speakers call it."""
    return [(language, _name(language)) for language in bot.languages]


def _name(language: str) -> str:
    try:
        return str(get_language_info(language)["name_local"])
    except KeyError:
        return language
