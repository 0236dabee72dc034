from typing import Any

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from pydantic import ValidationError as NotInTheLanguage

from flows_app.flow_language import Script
from flows_app.limits import SCRIPT_NAME_LENGTH


def valid_script(written: Any) -> None:
    """All of a script but its name."""
    if not isinstance(written, dict):
        raise ValidationError(gettext("A script is an object: begin with turns."))
    try:
        Script.model_validate({**written, "name": "a test"})
    except NotInTheLanguage as refused:
        raise ValidationError([_in_words(problem) for problem in refused.errors()]) from None


def _in_words(problem: Any) -> str:
    place = ".".join(str(part) for part in problem["loc"])
    return f"{place}: {str(problem['msg']).removeprefix('Value error, ').rstrip('.')}."


class FlowTest(models.Model):
    """A conversation that must go as it is written whenever the flow is published. No version contains it."""

    flow = models.ForeignKey("flows_app.Flow", on_delete=models.CASCADE, related_name="tests")
    name = models.CharField(max_length=SCRIPT_NAME_LENGTH, help_text=_("What it shows, in a sentence."))
    # Without its name, which is above.
    script = models.JSONField(validators=[valid_script])
    position = models.PositiveIntegerField(default=0)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ("flow", "position", "pk")
        constraints = (models.UniqueConstraint(fields=("flow", "name"), name="test_name_once_a_flow"),)
        verbose_name = _("test")

    def __str__(self) -> str:
        return self.name

    def read_script(self) -> Script:
        return Script.model_validate({**self.script, "name": self.name})

    def hold(self, script: Script) -> None:
        """Takes over a script, its name included; the caller saves."""
        self.name = script.name
        self.script = without_name(script)


def without_name(script: Script) -> dict[str, Any]:
    return {key: value for key, value in script.as_written().items() if key != "name"}
