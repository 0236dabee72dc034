from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class BotRole(models.Model):
    """A person's rights in one bot. Superusers may do everything with all of them."""

    class Role(models.TextChoices):
        VIEWER = "viewer", _("viewer: looks on")
        AGENT = "agent", _("agent: talks to users")
        AUTHOR = "author", _("author: writes flows")
        PUBLISHER = "publisher", _("publisher: writes and publishes flows")

    bot = models.ForeignKey("flows_app.Bot", on_delete=models.CASCADE, related_name="roles")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="bot_roles")
    role = models.CharField(max_length=10, choices=Role)

    class Meta:
        ordering = ("bot", "user")
        constraints = (models.UniqueConstraint(fields=("bot", "user", "role"), name="role_once_a_user"),)

    def __str__(self) -> str:
        return f"{self.user}: {self.role} of {self.bot}"
