from django.core.exceptions import ValidationError
from django.db import models


class Bot(models.Model):
    """What people talk to: a name, and the flows it can run."""

    name = models.CharField(max_length=100)
    slug = models.SlugField(unique=True, help_text="Its name in addresses and in the API.")
    default_flow = models.ForeignKey(
        "flows_app.Flow",
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        help_text="Started when nothing is understood and nothing runs, for example by a first “hi”.",
    )
    public = models.BooleanField(
        default=False, help_text="Anybody may start a conversation, without an API key, from an allowed origin."
    )
    allowed_origins = models.JSONField(
        default=list,
        blank=True,
        help_text="Web sites whose pages may talk to this bot, one a line, such as https://shop.example. "
        "This platform's own pages always may.",
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("name",)

    def __str__(self) -> str:
        return self.name

    def clean(self) -> None:
        if self.default_flow and self.default_flow.bot_id != self.pk:
            raise ValidationError({"default_flow": "Choose a flow of this bot."})
