"""The page on which a flow begins: what it is called, and what it starts from. All the rest is done in the editor."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from flows_app.drafts.taking_apart import Written
from flows_app.editor.documents import DocumentRefused, checked_document
from flows_app.editor.exchange import read_flow
from flows_app.editor.starting import start_flow, template_for, templates_for
from flows_app.exchange import ImportRefused
from flows_app.exchange.flow_tests import problems_of
from flows_app.flow_language import Script
from flows_app.limits import DOCUMENT_BYTES
from flows_app.models import Flow

EMPTY = ""
# Flow name for templates that are only listed.
ANY_NAME = "flow"


class NewFlowForm(forms.ModelForm):
    start_from = forms.ChoiceField(
        required=False,
        label=_("Start from"),
        widget=forms.RadioSelect,
        help_text=_("A template comes with slots, steps and tests to change."),
    )
    file = forms.FileField(
        required=False,
        label=_("Or a file"),
        help_text=_("A flow as YAML, as the editor exports it. It counts in place of a template."),
        widget=forms.ClearableFileInput(attrs={"accept": ".yaml,.yml"}),
    )

    class Meta:
        model = Flow
        fields = ("bot", "name", "description")
        widgets = {"description": forms.Textarea(attrs={"rows": 2, "cols": 60})}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        templates = [(template["name"], _as_choice(template)) for template in templates_for(ANY_NAME)]
        choices: Any = self.fields["start_from"]
        choices.choices = [(EMPTY, gettext("Nothing: a flow without steps")), *templates]
        self.fields["name"].help_text = gettext(
            "In small letters, such as send_money. Other flows call it by this name."
        )

    def clean_file(self) -> Written | None:
        given: UploadedFile | None = self.cleaned_data["file"]
        if given is None:
            return None
        if given.size is None or given.size > DOCUMENT_BYTES:
            raise ValidationError(gettext("The file is larger than {count:,} bytes.").format(count=DOCUMENT_BYTES))
        try:
            return checked_document(read_flow(given.read().decode("utf-8-sig")).document)
        except UnicodeDecodeError:
            raise ValidationError(gettext("This is not UTF-8; save the file in that encoding.")) from None
        except ImportRefused as refused:
            raise ValidationError(problems_of(refused)) from None
        except DocumentRefused as refused:
            raise ValidationError(str(refused)) from None

    def start(self, flow: Flow, person: Any) -> None:
        """The first draft of the flow that was saved."""
        document, tests = self._beginning(flow.name)
        if flow.description:
            document = {**document, "description": flow.description}
        start_flow(flow, person, document, tests)

    def _beginning(self, name: str) -> tuple[Written, tuple[Script, ...]]:
        if self.cleaned_data["file"]:
            return self.cleaned_data["file"], ()
        if self.cleaned_data["start_from"] == EMPTY:
            return {}, ()
        template = template_for(self.cleaned_data["start_from"], name)
        return template.document, template.tests


def _as_choice(template: dict[str, Any]) -> str:
    return format_html("<b>{}</b> {}", gettext(template["title"]), gettext(template["description"]))
