from django import forms

from flows_app.models import FlowVersion


class NoteForm(forms.Form):
    """Why a version comes or goes; and which draft its reader has seen."""

    note = forms.CharField(
        max_length=FlowVersion._meta.get_field("note").max_length,
        required=False,
        widget=forms.TextInput(attrs={"size": 60, "placeholder": "Why, for your colleagues"}),
    )
    draft_revision = forms.IntegerField(required=False, widget=forms.HiddenInput)
