from django.conf import settings
from django.db import models


class BotRole(models.Model):
    """A person's rights in one bot. Superusers may do everything with all of them."""

    class Role(models.TextChoices):
        VIEWER = "viewer", "viewer: looks on"
        AGENT = "agent", "agent: talks to users"
        AUTHOR = "author", "author: writes flows"
        PUBLISHER = "publisher", "publisher: writes and publishes flows"

    bot = models.ForeignKey("flows_app.Bot", on_delete=models.CASCADE, related_name="roles")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="bot_roles")
    role = models.CharField(max_length=10, choices=Role)

    class Meta:
        ordering = ("bot", "user")
        constraints = (models.UniqueConstraint(fields=("bot", "user", "role"), name="role_once_a_user"),)

    def __str__(self) -> str:
        return f"{self.user}: {self.role} of {self.bot}"
