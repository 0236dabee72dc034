from django.utils.translation.trans_real import parse_accept_lang_header

from flows_app.models import Bot


def language_of_visitor(bot: Bot, asked: str = "", accepted: str = "") -> str:
    """In which of its languages a bot speaks with somebody: the one asked for, or else the first in the browser's
    Accept-Language that the bot speaks; its main one if there is none."""
    spoken: dict[str, str] = {language.lower(): language for language in bot.languages or ["en"]}
    for wanted in (asked.lower(), *(language for language, _ in parse_accept_lang_header(accepted))):
        if found := spoken.get(wanted) or spoken.get(wanted.split("-")[0]):
            return found
    return next(iter(spoken.values()))
