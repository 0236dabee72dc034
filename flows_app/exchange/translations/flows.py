"""The texts of one flow for translators, and back into its document. Nothing is stored."""

from django.utils import timezone

from flows_app.drafts.taking_apart import Written
from flows_app.exchange.translations.fitting import Fitted, LeftOut, fit, unknown
from flows_app.exchange.translations.messages import Message, flow_prefix, messages_of
from flows_app.exchange.translations.po import Translations, TranslationsRefused, as_po, read_po
from flows_app.models import Bot, Flow


def main_language(bot: Bot) -> str:
    """Gives the language of plain texts."""
    return bot.languages[0] if bot.languages else "en"


def languages_to_translate_into(bot: Bot) -> list[str]:
    return [language for language in bot.languages if language != main_language(bot)]


def flow_as_po(flow: Flow, document: Written, language: str) -> str:
    check_language(flow.bot, language)
    return as_po(
        flow_messages(flow, document, language),
        language,
        title=f"{flow.bot}, flow {flow.name}",
        now=timezone.now(),
        published=published_messages(flow, language),
    )


def check_language(bot: Bot, language: str) -> None:
    if language not in languages_to_translate_into(bot):
        spoken = ", ".join(languages_to_translate_into(bot)) or "no other language"
        raise TranslationsRefused(f"“{bot}” is translated into {spoken}, not into “{language}”.")


def flow_messages(flow: Flow, document: Written, language: str) -> list[Message]:
    return messages_of(document, language, main_language(flow.bot), flow_prefix(flow.name))


def published_messages(flow: Flow, language: str) -> list[Message]:
    version = flow.current_version
    return flow_messages(flow, version.definition, language) if version else []


def fit_flow(flow: Flow, document: Written, translations: Translations) -> Fitted:
    return fit(document, translations, main_language(flow.bot), flow_prefix(flow.name))


def put_into_flow(flow: Flow, document: Written, file: str) -> tuple[Fitted, str]:
    """Puts in translations from a file of this flow or of the whole bot; gives also the file's language."""
    translations = read_po(file, languages_to_translate_into(flow.bot))
    fitted = fit_flow(flow, document, translations)
    fitted.left_out += _of_other_flows(flow, unknown(translations, fitted.known))
    return fitted, translations.language


def _of_other_flows(flow: Flow, left: list[LeftOut]) -> list[LeftOut]:
    """All entries for other parts of the bot are reported in one line."""
    own = [one for one in left if one.place.startswith((flow_prefix(flow.name), "“"))]
    others = len(left) - len(own)
    if not others:
        return own
    sentence = f"{others} of the file’s texts belong to other flows, or to the whole bot."
    return [*own, LeftOut("", sentence)]
