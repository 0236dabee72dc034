"""Message for a person whose page is older than the settings it shows."""

from datetime import datetime

from django.utils import formats, timezone
from django.utils.translation import gettext

from flows_app.flow_language import BotSettings
from flows_app.models import AuditEntry, Bot

ENTRIES_LOOKED_AT = 50
# Fields of a log entry that are about a bot's settings.
OF_SETTINGS = {"settings", *BotSettings.model_fields, "understanding.api_base"}


def settings_changed_meanwhile(bot: Bot) -> list[str]:
    """A bot counts no revisions: the log's newest change need not be the one that came in between."""
    sentence = gettext(
        "The settings of “{bot}” were changed meanwhile; your changes are not saved. "
        "Open the page again in another tab to compare, and put your changes in there."
    )
    told = [sentence.format(bot=bot)]
    entries = AuditEntry.objects.filter(bot=bot, verb__in=("changed", "imported")).select_related("user")
    newest = next(filter(_is_of_settings, entries[:ENTRIES_LOOKED_AT]), None)
    if newest:
        sentence = gettext("The newest change in the log is by {person}, at {at}.")
        told.append(sentence.format(person=newest.user or gettext("a script"), at=_in_words(newest.at)))
    return told


def _is_of_settings(entry: AuditEntry) -> bool:
    return entry.verb == "imported" or bool(OF_SETTINGS & {*entry.details.get("fields", ())})


def _in_words(moment: datetime) -> str:
    return formats.date_format(timezone.localtime(moment), "DATETIME_FORMAT")
