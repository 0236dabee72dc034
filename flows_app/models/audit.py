from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class AuditEntry(models.Model):
    """Something that somebody did to a bot: nobody can change it. The editor saves every few seconds: what one person
    saves in one go is gathered in one entry."""

    at = models.DateTimeField(auto_now_add=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    # Null where the bot itself was deleted.
    bot = models.ForeignKey("flows_app.Bot", on_delete=models.CASCADE, null=True, blank=True, related_name="audit")
    verb = models.CharField(max_length=40)
    subject = models.CharField(max_length=200)
    details = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ("-at", "-pk")
        verbose_name_plural = _("audit entries")
        indexes = (models.Index(fields=("bot", "-at"), name="audit_recent"),)

    def __str__(self) -> str:
        return f"{self.verb} {self.subject}"
