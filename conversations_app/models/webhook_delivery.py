from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from flows_app.models import Bot


class WebhookDelivery(models.Model):
    """One event on its way to one endpoint."""

    class Status(models.TextChoices):
        PENDING = "pending", _("Pending")
        DELIVERED = "delivered", _("Delivered")
        # Given up: after the last try, or because its endpoint was switched off.
        FAILED = "failed", _("Failed")

    event = models.ForeignKey("conversations_app.WebhookEvent", on_delete=models.CASCADE, related_name="deliveries")
    endpoint = models.ForeignKey(
        "conversations_app.WebhookEndpoint", on_delete=models.CASCADE, related_name="deliveries"
    )
    status = models.CharField(max_length=9, choices=Status, default=Status.PENDING)
    # Since it was made or sent again: the pause before the next try grows with them.
    failures = models.PositiveSmallIntegerField(default=0)
    next_attempt_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("webhook delivery")
        verbose_name_plural = _("webhook deliveries")
        ordering = ("-pk",)
        constraints = (models.UniqueConstraint(fields=("event", "endpoint"), name="webhook_delivery_once"),)
        indexes = (
            models.Index(fields=("endpoint", "-id"), name="webhook_delivery_newest"),
            models.Index(
                fields=("next_attempt_at",), name="webhook_delivery_due", condition=Q(next_attempt_at__isnull=False)
            ),
        )

    def __str__(self) -> str:
        return f"{self.event.type} to {self.endpoint}"

    @property
    def bot(self) -> Bot:
        """Rights come from there."""
        return self.endpoint.bot


class WebhookAttempt(models.Model):
    """Result of one attempt to send a delivery."""

    delivery = models.ForeignKey(WebhookDelivery, on_delete=models.CASCADE, related_name="attempts")
    at = models.DateTimeField()
    duration_ms = models.PositiveIntegerField()
    # Null if nothing came back.
    status = models.PositiveSmallIntegerField(null=True, blank=True)
    # The first of it: receivers say there why they refused.
    response = models.TextField(blank=True)
    error = models.TextField(blank=True)

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.status or self.error}"
