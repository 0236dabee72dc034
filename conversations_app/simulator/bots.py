"""The bot that an author talks to: the document before them among the drafts of the other flows."""

import re
from typing import Any

from conversations_app.flow_tests import BotUnderTest, bot_of_drafts
from conversations_app.simulator.refusals import UNREADABLE, SimulationRefused
from flows_app.drafts import DraftReading, read_document
from flows_app.drafts.naming import name_refused
from flows_app.editor.documents import DocumentRefused, checked_document
from flows_app.editor.findings import findings_as_json
from flows_app.flow_language.base import LANGUAGE_PATTERN
from flows_app.models import Flow
from flows_app.validation import Finding


def bot_with(flow: Flow, document: Any) -> BotUnderTest:
    """Raises SimulationRefused with the findings, if the document can't be run as it is."""
    try:
        written = checked_document(document)
    except DocumentRefused as refused:
        raise SimulationRefused("document_refused", str(refused), status=UNREADABLE) from None
    reading = _named(flow, read_document(flow, written))
    bot = bot_of_drafts(flow.bot, {flow.pk: reading})
    if findings := bot.broken.get(flow.name):
        raise _broken(written, findings)
    return bot


def spoken_language(bot: BotUnderTest, wanted: Any) -> str:
    """The one that is asked for; else the bot's own."""
    if not wanted:
        return bot.main_language
    if not isinstance(wanted, str) or not re.fullmatch(LANGUAGE_PATTERN, wanted) or not bot.speaks(wanted):
        spoken = ", ".join(bot.languages) or "any language by its code, such as en"
        raise SimulationRefused("language_unknown", f"The bot speaks {spoken}.", status=UNREADABLE)
    return wanted


def _named(flow: Flow, reading: DraftReading) -> DraftReading:
    """Two flows of one name can't be told apart."""
    refused = name_refused(flow, reading.definition.name) if reading.definition else None
    return DraftReading(None, (refused,)) if refused else reading


def _broken(document: dict[str, Any], findings: tuple[Finding, ...]) -> SimulationRefused:
    told = "It can't be run yet: mend what is found first."
    return SimulationRefused("draft_broken", told, findings=findings_as_json(document, findings))
