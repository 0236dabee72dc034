"""The rows of a draft as inline forms. Fields that live in a row's `data` are ordinary form fields here."""

from typing import Any, ClassVar

from django import forms
from django.contrib import admin

from flows_app.limits import DESCRIPTION_LENGTH, MESSAGE_LENGTH, NAME_LENGTH
from flows_app.models import Slot, Step


class RowForm(forms.ModelForm):
    """Puts the fields that `data_fields` names into `data`, and takes them from there."""

    data_fields: ClassVar[tuple[str, ...]] = ()
    position = forms.IntegerField(
        required=False, min_value=0, label="Order", widget=forms.NumberInput(attrs={"style": "width: 4em"})
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in self.data_fields:
            self.initial[name] = self.instance.data.get(name, "")
        if not self.instance.pk:
            self.initial.pop("position", None)

    def clean_position(self) -> int:
        """A row without a number goes to the end."""
        position: int | None = self.cleaned_data["position"]
        return 2**31 - 1 if position is None else position

    def save(self, commit: bool = True) -> Any:
        # What a form does not show stays: another program may have put it there.
        kept = {name: value for name, value in self.instance.data.items() if name not in self.data_fields}
        shown = {name: self.cleaned_data[name] for name in self.fields_of_type()}
        self.instance.data = kept | {name: value for name, value in shown.items() if value}
        return super().save(commit)

    def fields_of_type(self) -> tuple[str, ...]:
        return self.data_fields


class SlotForm(RowForm):
    data_fields = ("description",)
    description = forms.CharField(
        max_length=DESCRIPTION_LENGTH, required=False, widget=forms.TextInput(attrs={"size": 44})
    )

    class Meta:
        model = Slot
        fields = ("position", "name", "type")


class StepForm(RowForm):
    data_fields = ("slot", "message", "next")
    slot = forms.CharField(
        max_length=NAME_LENGTH,
        required=False,
        widget=forms.TextInput(attrs={"size": 14, "placeholder": "slot to fill"}),
    )
    message = forms.CharField(
        max_length=MESSAGE_LENGTH,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2, "cols": 44, "placeholder": "Hello, {name}!"}),
    )
    next = forms.CharField(
        max_length=NAME_LENGTH,
        required=False,
        label="Go to",
        widget=forms.TextInput(attrs={"size": 14, "placeholder": "the step below"}),
    )

    class Meta:
        model = Step
        fields = ("position", "name", "type")

    def fields_of_type(self) -> tuple[str, ...]:
        return ("message", "next") if self.cleaned_data.get("type") == "say" else self.data_fields


class SlotInline(admin.TabularInline):
    model = Slot
    form = SlotForm
    fields = ("position", "name", "type", "description")
    extra = 0
    classes = ("draft-rows",)


class StepInline(admin.TabularInline):
    model = Step
    form = StepForm
    fields = ("position", "name", "type", "slot", "message", "next")
    extra = 0
    classes = ("draft-rows",)
