import hashlib
import secrets
from datetime import datetime

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from flows_app.models import Bot

# By which a key is known for one, by people and by scanners for secrets.
KEY_PREFIX = "soni_"
PREFIX_LENGTH = 8


class ApiKeyQuerySet(models.QuerySet["ApiKey"]):
    def issue(
        self, *, bot: Bot, name: str, scopes: list[str], expires_at: datetime | None = None
    ) -> tuple["ApiKey", str]:
        """A new key and its text, which is shown this once and not stored."""
        text = f"{KEY_PREFIX}{secrets.token_urlsafe(32)}"
        prefix = text[: len(KEY_PREFIX) + PREFIX_LENGTH]
        key = self.create(bot=bot, name=name, scopes=scopes, expires_at=expires_at, prefix=prefix, digest=digest(text))
        return key, text

    def find(self, text: str) -> "ApiKey | None":
        """The key of this text, if it opens anything."""
        return self.valid().filter(digest=digest(text)).first()

    def valid(self) -> "ApiKeyQuerySet":
        unexpired = Q(expires_at=None) | Q(expires_at__gt=timezone.now())
        return self.filter(unexpired, revoked_at=None)


def digest(text: str) -> str:
    """A key is long and random, so a plain hash of it can't be guessed back."""
    return hashlib.sha256(text.encode()).hexdigest()


class ApiKey(models.Model):
    """Lets another system talk to one bot. Only a hash of it is stored."""

    class Scope(models.TextChoices):
        INSPECT = "inspect", _("see stack, slots and the traces of turns")
        COMMANDS = "commands", _("send commands in place of text")
        MANAGE = "manage", _("list, hand over and export conversations")
        ERASE = "erase", _("erase conversations for good")
        WEBHOOKS = "webhooks", _("manage webhook endpoints")

    class State(models.TextChoices):
        VALID = "valid", _("Valid")
        EXPIRED = "expired", _("Expired")
        REVOKED = "revoked", _("Revoked")

    bot = models.ForeignKey("flows_app.Bot", on_delete=models.CASCADE, related_name="api_keys")
    name = models.CharField(max_length=100)
    prefix = models.CharField(max_length=20)
    digest = models.CharField(max_length=64, unique=True)
    scopes = models.JSONField(default=list, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(
        null=True, blank=True, verbose_name=_("expires"), help_text=_("From then on it opens nothing. Empty: never.")
    )
    # Within a minute or so.
    last_used_at = models.DateTimeField(null=True, blank=True, editable=False)
    revoked_at = models.DateTimeField(null=True, blank=True)

    objects = ApiKeyQuerySet.as_manager()

    class Meta:
        ordering = ("bot", "name")
        verbose_name = _("API key")
        verbose_name_plural = _("API keys")

    def __str__(self) -> str:
        return f"{self.name} ({self.prefix}…)"

    def has_expired(self, now: datetime) -> bool:
        return self.expires_at is not None and self.expires_at <= now

    @property
    def state(self) -> State:
        if self.revoked_at is not None:
            return self.State.REVOKED
        return self.State.EXPIRED if self.has_expired(timezone.now()) else self.State.VALID

    def revoke(self) -> None:
        self.revoked_at = timezone.now()
        self.save(update_fields=["revoked_at"])
