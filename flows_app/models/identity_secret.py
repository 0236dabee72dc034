from django.db import models


class IdentitySecret(models.Model):
    """Secret by which the host's site proves who its users are. A row of its own, so that nothing that loads or exports
    the bot has it; two of them while one takes the other's place."""

    bot = models.ForeignKey("flows_app.Bot", on_delete=models.CASCADE, related_name="identity_secrets")
    encrypted = models.TextField(editable=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("-created_at", "-pk")

    def __str__(self) -> str:
        return f"identity secret of {self.bot}, made {self.created_at:%Y-%m-%d}"
