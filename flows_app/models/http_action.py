from django.db import models
from django.utils.translation import gettext_lazy as _

from flows_app.limits import ACTION_SECONDS, DESCRIPTION_LENGTH
from flows_app.models.flow import valid_name


class HttpAction(models.Model):
    """An action that calls another system over HTTP. Flows of its bot call it by name, as they call one of a plugin."""

    class Method(models.TextChoices):
        GET = "GET"
        POST = "POST"
        PUT = "PUT"
        PATCH = "PATCH"
        DELETE = "DELETE"

    bot = models.ForeignKey("flows_app.Bot", on_delete=models.CASCADE, related_name="http_actions")
    name = models.CharField(max_length=64, validators=[valid_name])
    description = models.TextField(
        max_length=DESCRIPTION_LENGTH,
        blank=True,
        help_text=_("What it does, in a sentence."),
    )
    method = models.CharField(max_length=6, choices=Method, default=Method.POST)
    url = models.CharField(max_length=2000, help_text=_("May hold {input} placeholders in its path and query."))
    inputs = models.JSONField(default=list, blank=True, help_text=_("Names of its inputs, one a line."))
    headers = models.JSONField(default=dict, blank=True)
    # Encrypted, one by one: {"Authorization": "gAAAA…"}.
    secret_headers = models.JSONField(default=dict, blank=True, editable=False)
    body = models.JSONField(null=True, blank=True, help_text=_("JSON with {input} placeholders; all inputs if empty."))
    outputs = models.JSONField(
        default=dict, blank=True, help_text=_("Result key to its place in the answer, such as {“id”: “data.id”}.")
    )
    timeout = models.FloatField(default=ACTION_SECONDS)
    retries = models.PositiveSmallIntegerField(default=0)
    idempotent = models.BooleanField(
        default=False, help_text=_("The other system takes a repeated Idempotency-Key for the same call.")
    )

    class Meta:
        ordering = ("bot", "name")
        constraints = (models.UniqueConstraint(fields=("bot", "name"), name="http_action_once_a_bot"),)
        verbose_name = _("HTTP action")

    def __str__(self) -> str:
        return self.name
