from typing import Any

from django import forms

from flows_app.admin.fields import LinesField, ObjectField
from flows_app.admin.meanwhile import changed_meanwhile
from flows_app.drafts import DraftChanged, lock_draft
from flows_app.models import Flow


class FlowForm(forms.ModelForm):
    """A flow's own fields, and the revision of the draft that the page shows."""

    triggers = LinesField(help_text=Flow._meta.get_field("triggers").help_text)
    # Django takes it for the field of this name; a form's own `data` is another thing, set on the instance.
    data = ObjectField(  # type: ignore[assignment]
        label="More",
        help_text="As JSON: guard (a condition), inputs, outputs and persist (lists of slots).",
        widget=forms.Textarea(attrs={"rows": 2, "cols": 60, "spellcheck": "false"}),
    )
    draft_revision = forms.IntegerField(required=False, widget=forms.HiddenInput)

    class Meta:
        model = Flow
        fields = ("bot", "name", "description", "triggers", "data")
        widgets = {"description": forms.Textarea(attrs={"rows": 2, "cols": 60})}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["draft_revision"] = self.instance.draft_revision
        # The draft as it was before, once it is locked.
        self.draft_before: Flow | None = None
        if self.instance.pk:
            self._fix_what_others_rely_on()

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if self.instance.pk:
            self._lock(cleaned.get("draft_revision"))
        return cleaned

    def _lock(self, expected: int | None) -> None:
        """From here to the end of the request's transaction nobody else can save this draft."""
        if expected is None:
            raise forms.ValidationError("The page does not say which draft it shows: open it again.")
        try:
            self.draft_before = lock_draft(self.instance.pk, expected_revision=expected)
        except DraftChanged as changed:
            raise forms.ValidationError(changed_meanwhile(changed.flow, expected)) from changed

    def _fix_what_others_rely_on(self) -> None:
        """A flow stays with its bot; its name stays once it is published, as other flows call it by that name."""
        if "bot" in self.fields:
            self.fields["bot"].disabled = True
        if "name" in self.fields and self.instance.versions.exists():
            self.fields["name"].disabled = True
            self.fields["name"].help_text = "It stays once the flow is published: other flows call it by this name."
