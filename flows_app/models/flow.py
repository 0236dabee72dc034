from django.conf import settings
from django.core.validators import RegexValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from flows_app.flow_language.base import NAME_PATTERN
from flows_app.flow_language.flow import LANGUAGE_VERSION
from flows_app.limits import DESCRIPTION_LENGTH, NAME_LENGTH

valid_name = RegexValidator(
    NAME_PATTERN, _("Begin with a small letter and use only small letters, digits and underscores, such as ask_name.")
)


class Flow(models.Model):
    """One conversation an author writes: an editable draft (its rows), and the versions published from it."""

    bot = models.ForeignKey("flows_app.Bot", on_delete=models.CASCADE, related_name="flows")
    name = models.CharField(max_length=NAME_LENGTH, validators=[valid_name])
    description = models.TextField(
        max_length=DESCRIPTION_LENGTH, blank=True, help_text=_("What it does for the user, in a sentence.")
    )
    triggers = models.JSONField(
        default=list, blank=True, help_text=_("What people say to start it, one example a line.")
    )
    current_version = models.ForeignKey(
        "flows_app.FlowVersion",
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        editable=False,
        related_name="+",
    )
    # The version of the flow language that the draft is written in.
    language_version = models.PositiveSmallIntegerField(default=LANGUAGE_VERSION, editable=False)
    # Guard, inputs, outputs, persist: what the language has beside the columns; and what is wrong in a draft, so that
    # no column or row can hold it. A name that the flow can't have is one such thing.
    data = models.JSONField(default=dict, blank=True)
    # Raised by every change of the draft: who saves on top of an older one is told.
    draft_revision = models.PositiveIntegerField(default=0, editable=False)
    # People who have changed the draft since the last version, for bots that want a second person to publish.
    draft_editors = models.JSONField(default=list, blank=True, editable=False)
    # Nobody, if a script did.
    draft_saved_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, editable=False, related_name="+"
    )
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ("bot", "name")
        constraints = (models.UniqueConstraint(fields=("bot", "name"), name="flow_name_once_a_bot"),)

    def __str__(self) -> str:
        return self.name
