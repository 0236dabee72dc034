import uuid

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from conversations_app.limits import WEBHOOK_DESCRIPTION_LENGTH
from conversations_app.models.webhook_event import WebhookEvent
from flows_app.models import Bot


class WebhookEndpoint(models.Model):
    """An address of another system that is told what happens in a bot's conversations."""

    class Disabled(models.TextChoices):
        GONE = "gone", _("it said that it is gone for good (410)")
        FAILING = "failing", _("it failed for days")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    bot = models.ForeignKey("flows_app.Bot", on_delete=models.CASCADE, related_name="webhook_endpoints")
    url = models.TextField(_("URL"))
    events = models.JSONField(default=list)
    description = models.CharField(max_length=WEBHOOK_DESCRIPTION_LENGTH, blank=True)
    active = models.BooleanField(default=True)
    # Why it is not active, if nobody switched it off.
    disabled_reason = models.CharField(max_length=7, choices=Disabled, blank=True, editable=False)
    # Since when nothing has arrived; null while it does, or while nothing was tried.
    failing_since = models.DateTimeField(null=True, blank=True, editable=False)

    # Both encrypted. The old one signs beside the new one until the receiver has had time to change.
    secret = models.TextField(editable=False)
    old_secret = models.TextField(blank=True, editable=False)
    old_secret_until = models.DateTimeField(null=True, blank=True, editable=False)

    # Somebody sends to it until then: one at a time, so that a slow receiver is not run over.
    sending_until = models.DateTimeField(null=True, blank=True, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = _("webhook endpoint")
        ordering = ("created_at", "id")

    def __str__(self) -> str:
        return self.url[:80]

    @property
    def old_secret_signs(self) -> bool:
        return self.old_secret_until is not None and self.old_secret_until > timezone.now()

    def wants(self, event: WebhookEvent) -> bool:
        return event.type in self.events


class WebhookSubscription(models.Model):
    """Which events anybody wants to be told of a bot: all that its active endpoints want.

    It is joined to the bot wherever a conversation is locked, so that a turn of a bot without endpoints costs nothing
    more. `conversations_app.webhooks.endpoints` keeps it; its lock puts changes of a bot's endpoints in order.
    """

    bot = models.OneToOneField(
        "flows_app.Bot", on_delete=models.CASCADE, primary_key=True, related_name="webhook_subscription"
    )
    events = models.JSONField(default=list)

    def __str__(self) -> str:
        return f"{self.bot_id}: {', '.join(self.events)}"

    @classmethod
    def wanted_of(cls, bot: Bot) -> frozenset[str]:
        subscription: WebhookSubscription | None = getattr(bot, "webhook_subscription", None)
        return frozenset(subscription.events if subscription else ())
