"""A bot's offer, prepared for understanding. All of it can be made again from the versions."""

from django.db import models


class BotCatalogue(models.Model):
    """The current versions of a bot's flows at one time. Each publication makes a new one; its versions never change.

    Learning to tell the flows apart takes seconds, so it is done later, in a task, and noted here.
    """

    bot = models.ForeignKey("flows_app.Bot", on_delete=models.CASCADE, related_name="catalogues")
    # Flow name to version id.
    versions = models.JSONField(default=dict)
    # The learnt classifier, and the encoder whose vectors it is for.
    weights = models.BinaryField(null=True)
    encoder = models.CharField(max_length=100, blank=True)
    fitting_began_at = models.DateTimeField(null=True)
    fitted_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("bot", "-pk")

    def __str__(self) -> str:
        return f"catalogue {self.pk} of {self.bot}"


class FlowProfile(models.Model):
    """A version as understanding needs it: a bot of a thousand flows is loaded without parsing its definitions."""

    version = models.OneToOneField(
        "flows_app.FlowVersion", on_delete=models.CASCADE, primary_key=True, related_name="profile"
    )
    description = models.TextField(blank=True)
    triggers = models.JSONField(default=list)
    # The definitions of those that are the user's to fill.
    slots = models.JSONField(default=list)
    # The examples as vectors, and the encoder that made them.
    vectors = models.BinaryField(null=True)
    encoder = models.CharField(max_length=100, blank=True)

    def __str__(self) -> str:
        return f"profile of {self.version}"
