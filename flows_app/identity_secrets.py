"""The secrets that a host's site proves with who its users are: made and removed by people, shown once, and read only
to check a proof.

A new one takes effect at once, beside the one before: a site changes over in its own time, then the old one is removed.
"""

import logging
import secrets

from django.db import transaction
from django.utils.translation import gettext

from flows_app.audit import record
from flows_app.models import Bot, IdentitySecret
from flows_app.rights import Person, Right, require, require_setting
from flows_app.secrets import SecretUnreadable, decrypt, encrypt

logger = logging.getLogger(__name__)

# The one in use, and the one that takes its place.
AT_MOST = 2
_SUBJECT = "identity secret"


class SecretRefused(Exception):
    """Nothing has changed; the text says why."""


@transaction.atomic
def make_secret(bot: Bot, *, user: Person = None) -> str:
    """A new one, which is shown this once and stored encrypted."""
    require(user, Right.MANAGE, bot)
    # Two who press at once make two, not three.
    Bot.objects.select_for_update().only("pk").get(pk=bot.pk)
    if bot.identity_secrets.count() >= AT_MOST:
        raise SecretRefused(gettext("There are two already: remove the one that your site no longer uses."))
    text = f"soni_id_{secrets.token_urlsafe(32)}"
    IdentitySecret.objects.create(bot=bot, encrypted=encrypt(text))
    record(user, bot, "made", _SUBJECT)
    return text


@transaction.atomic
def remove_secret(bot: Bot, pk: int, *, user: Person = None) -> None:
    """Proofs made with it count no more."""
    require(user, Right.MANAGE, bot)
    removed, _ = bot.identity_secrets.filter(pk=pk).delete()
    if not removed:
        raise SecretRefused(gettext("That secret has been removed already."))
    record(user, bot, "removed", _SUBJECT)


@transaction.atomic
def require_verified_users(bot: Bot, required: bool, *, user: Person = None) -> None:
    require_setting(user, "requires_verified_users", bot)
    if bot.requires_verified_users == required:
        return
    bot.requires_verified_users = required
    bot.save(update_fields=["requires_verified_users"])
    record(user, bot, "changed", f"bot {bot}", fields=["requires_verified_users"], required=required)


def stored_secrets(bot: Bot) -> list[IdentitySecret]:
    """Gives the rows, the newest first, without loading the secrets themselves."""
    return list(bot.identity_secrets.defer("encrypted"))


def secrets_of(bot_id: int) -> list[str]:
    """Only who checks a proof asks for them."""
    stored = IdentitySecret.objects.filter(bot=bot_id).values_list("encrypted", flat=True)
    return [text for text in map(_readable, stored) if text is not None]


def _readable(encrypted: str) -> str | None:
    try:
        return decrypt(encrypted)
    except SecretUnreadable:
        logger.error("An identity secret can't be read: SECRET_KEY has changed. Make a new one in the admin.")
        return None
