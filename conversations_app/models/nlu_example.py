from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class NLUExample(models.Model):
    """A message where it was said, and what it means by a person's judgement: to make programs from, and to measure.

    It goes with its turn: what a user has said is not kept longer than the conversation.
    """

    bot = models.ForeignKey("flows_app.Bot", on_delete=models.CASCADE, related_name="nlu_examples")
    turn = models.OneToOneField("conversations_app.Turn", on_delete=models.CASCADE, related_name="example")
    text = models.TextField()
    # As `conversations_app.dialogue.standing` writes it; and the messages before it, `{"role", "text"}`.
    standing = models.JSONField()
    history = models.JSONField(default=list, blank=True)
    commands = models.JSONField()
    was_right = models.BooleanField(_("understood rightly"), help_text=_("Whether that is what was understood."))
    marked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    marked_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = _("example")
        ordering = ("-marked_at",)

    def __str__(self) -> str:
        return self.text[:60]
