"""The texts of a whole bot for translators, and back into its drafts and bot-wide slots."""

from dataclasses import dataclass, field

from django.db import transaction
from django.utils import timezone

from flows_app import audit
from flows_app.drafts import document_of, keep_snapshot, lock_draft, note_change, write_document
from flows_app.drafts.reading import slot_as_written
from flows_app.drafts.shared_slots import note_shared_slots
from flows_app.drafts.taking_apart import Written
from flows_app.exchange.translations.fitting import Fitted, LeftOut, fit, unknown
from flows_app.exchange.translations.flows import (
    check_language,
    fit_flow,
    flow_messages,
    languages_to_translate_into,
    main_language,
    published_messages,
)
from flows_app.exchange.translations.messages import messages_of
from flows_app.exchange.translations.po import Translations, as_po, read_po
from flows_app.models import Bot, Flow
from flows_app.rights import Person, Right, require


@dataclass
class TranslationsImported:
    """Result of an import."""

    language: str
    taken: int = 0
    unchanged: int = 0
    # Flows with a new draft.
    flows: list[str] = field(default_factory=list)
    slots: list[str] = field(default_factory=list)
    left_out: list[LeftOut] = field(default_factory=list)

    def count(self, fitted: Fitted) -> None:
        self.taken += fitted.taken
        self.unchanged += fitted.unchanged
        self.left_out += fitted.left_out


def bot_as_po(bot: Bot, language: str) -> str:
    """All flows' drafts, and the bot-wide slots."""
    check_language(bot, language)
    flows = list(_flows(bot))
    messages = messages_of(_shared_slots(bot), language, main_language(bot))
    messages += [message for flow in flows for message in flow_messages(flow, document_of(flow), language)]
    published = [message for flow in flows for message in published_messages(flow, language)]
    return as_po(messages, language, title=bot.name, now=timezone.now(), published=published)


@transaction.atomic
def import_translations(bot: Bot, file: str, *, user: Person = None) -> TranslationsImported:
    """Raises TranslationsRefused for a file that can't be used at all. Changed drafts are kept as snapshots first."""
    require(user, Right.WRITE, bot)
    translations = read_po(file, languages_to_translate_into(bot))
    imported = TranslationsImported(translations.language)
    known = _import_slots(bot, translations, imported, user)
    for flow in _flows(bot):
        known |= _import_flow(lock_draft(flow.pk), translations, imported, user)
    imported.left_out += unknown(translations, known)
    if imported.taken:
        details = {"language": translations.language, "flows": imported.flows, "slots": imported.slots}
        audit.record(user, bot, "imported", f"translations of {bot}", **details)
    return imported


def _flows(bot: Bot) -> list[Flow]:
    return list(bot.flows.select_related("bot", "current_version").order_by("name"))


def _shared_slots(bot: Bot) -> Written:
    return {"slots": [slot_as_written(slot) for slot in bot.slots.all()]}


def _import_flow(flow: Flow, translations: Translations, imported: TranslationsImported, user: Person) -> set[str]:
    fitted = fit_flow(flow, document_of(flow), translations)
    imported.count(fitted)
    if fitted.taken:
        keep_snapshot(flow, user, "before translations were imported")
        write_document(flow, fitted.document)
        note_change(flow, user)
        imported.flows.append(flow.name)
    return fitted.known


def _import_slots(bot: Bot, translations: Translations, imported: TranslationsImported, user: Person) -> set[str]:
    fitted = fit(_shared_slots(bot), translations, main_language(bot))
    imported.count(fitted)
    for row, written in zip(bot.slots.all(), fitted.document["slots"], strict=True):
        if written != slot_as_written(row):
            row.data = {key: value for key, value in written.items() if key not in ("name", "type")}
            row.save(update_fields=["data"])
            imported.slots.append(row.name)
    note_shared_slots(bot, set(imported.slots), user)
    return fitted.known
