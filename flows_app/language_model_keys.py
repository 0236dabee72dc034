"""The key to a bot's language model: set and removed, never shown. Only who makes a request to the model reads it."""

import logging

from django.db import transaction
from django.utils import timezone

from flows_app.audit import record
from flows_app.models import Bot, LanguageModelKey
from flows_app.rights import Person, require_setting
from flows_app.secrets import SecretUnreadable, decrypt, encrypt, renewed

logger = logging.getLogger(__name__)

_SUBJECT = "key of the language model"


@transaction.atomic
def set_key(bot: Bot, key: str, *, server: str, user: Person = None) -> None:
    """Takes the place of the one before, for that server only."""
    require_setting(user, "language_model_key", bot)
    values = {"encrypted": encrypt(key), "server": server, "set_at": timezone.now()}
    _, is_first = LanguageModelKey.objects.update_or_create(bot=bot, defaults=values)
    record(user, bot, "set" if is_first else "replaced", _SUBJECT, server=server)


@transaction.atomic
def remove_key(bot: Bot, *, user: Person = None) -> None:
    require_setting(user, "language_model_key", bot)
    removed, _ = LanguageModelKey.objects.filter(bot=bot).delete()
    if removed:
        record(user, bot, "removed", _SUBJECT)


def renew_key(bot: Bot) -> None:
    """Brings it under the newest of the platform's secrets; one that can't be read stays, for its use to complain."""
    stored = LanguageModelKey.objects.filter(bot=bot).first()
    if stored is None:
        return
    try:
        stored.encrypted = renewed(stored.encrypted)
    except SecretUnreadable:
        return
    stored.save(update_fields=["encrypted"])


def stored_key(bot: Bot) -> LanguageModelKey | None:
    """Gives the row (since when, and for which server), without loading the key itself."""
    return LanguageModelKey.objects.filter(bot=bot).defer("encrypted").first() if bot.pk else None


def key_for(bot_id: int, server: str | None) -> str | None:
    """None if none was entered for that server: a model on one's own machine may need none."""
    stored = LanguageModelKey.objects.filter(bot=bot_id, server=server).values_list("encrypted", flat=True).first()
    if stored is None:
        return None
    try:
        return decrypt(stored)
    except SecretUnreadable:
        logger.error("Bot %s: the stored key of its language model can't be read; enter it again.", bot_id)
        return None
