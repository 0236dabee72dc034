from django.db import models


class LanguageModelKey(models.Model):
    """The key to a bot's language model: a row of its own, so that nothing that loads or exports the bot has it."""

    bot = models.OneToOneField("flows_app.Bot", on_delete=models.CASCADE, related_name="language_model_key")
    encrypted = models.TextField(editable=False)
    # Whom it was entered for: it is sent to nobody else, however the bot's settings are changed.
    server = models.CharField(max_length=600, editable=False)
    set_at = models.DateTimeField(editable=False)

    def __str__(self) -> str:
        return f"key of the language model of {self.bot}"
