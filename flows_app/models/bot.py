from collections.abc import Iterable
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from flows_app.flow_language import BotSettings
from flows_app.flow_language.bot import Starter


def one_language() -> list[str]:
    return ["en"]


class Bot(models.Model):
    """A bot that people talk to: a name, and the flows it can run."""

    name = models.CharField(max_length=100)
    slug = models.SlugField(unique=True, help_text=_("Its name in addresses and in the API."))
    default_flow = models.ForeignKey(
        "flows_app.Flow",
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        help_text=_("Started when nothing is understood and nothing runs, for example by a first “hi”."),
    )
    public = models.BooleanField(
        default=False, help_text=_("Anybody may start a conversation, without an API key, from an allowed origin.")
    )
    allowed_origins = models.JSONField(
        default=list,
        blank=True,
        help_text=_(
            "Web sites whose pages may talk to this bot, one a line, such as https://shop.example. This "
            "platform's own pages always may."
        ),
    )
    requires_verified_users = models.BooleanField(
        default=False,
        help_text=_(
            "Who starts without an API key and says who they are must prove it. Visitors who say nothing of "
            "it stay anonymous."
        ),
    )
    languages = models.JSONField(
        default=one_language,
        blank=True,
        help_text=_("Languages it speaks, the main one first, one a line, such as en or es."),
    )
    settings = models.JSONField(
        default=dict, blank=True, help_text=_("All other settings, as the language reference lists them.")
    )
    # The current catalogue; here, because a turn loads the bot's row anyway.
    catalogue = models.ForeignKey(
        "flows_app.BotCatalogue", on_delete=models.SET_NULL, null=True, blank=True, editable=False, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    # Since then no new conversation starts with it; null: it is in use.
    archived_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        ordering = ("name",)

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **options: Any) -> None:
        """Leaves the catalogue and the archive alone unless they are named: a copy that somebody has loaded to change
        the settings must not put back the one of before a publication, nor an archived bot."""
        if not self._state.adding and options.get("update_fields") is None:
            kept = {"id", "catalogue_id", "archived_at", *self.get_deferred_fields()}
            options["update_fields"] = [field.name for field in self._meta.concrete_fields if field.attname not in kept]
        super().save(*args, **options)

    def read_settings(self) -> BotSettings:
        """Columns and the rest together, as the language has them."""
        return BotSettings.model_validate(
            {**self.settings, "public": self.public, "allowed_origins": self.allowed_origins}
        )

    def unknown_flows(self, starters: Iterable[Starter]) -> list[str]:
        """Finds the flows that starters name and the bot does not have."""
        known = {*self.flows.values_list("name", flat=True)} if self.pk else set()
        return [starter.flow for starter in starters if starter.flow not in known]

    def clean(self) -> None:
        if self.default_flow and self.default_flow.bot_id != self.pk:
            raise ValidationError({"default_flow": gettext("Choose a flow of this bot.")})
