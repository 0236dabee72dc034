"""The slots that a bot's flows share, as inline forms. Fields that live in a row's `data` are ordinary form fields
here; those that only some types have are written together, as JSON, under “More”."""

from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.db import transaction
from django.forms.models import BaseInlineFormSet
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from flows_app.admin.fields import ObjectField
from flows_app.limits import DESCRIPTION_LENGTH
from flows_app.models import Slot
from flows_app.registry import registry

LAST = 2**31 - 1


class SlotForm(forms.ModelForm):
    """Puts the fields that `data_fields` names, and “More”, into `data`, and takes them from there."""

    data_fields: ClassVar[tuple[str, ...]] = ("description",)
    position = forms.IntegerField(
        required=False, min_value=0, label=_("Order"), widget=forms.NumberInput(attrs={"class": "order"})
    )
    type = forms.ChoiceField(choices=lambda: [(name, name) for name in registry.slot_types], initial="text")
    description = forms.CharField(
        label=_("Description"),
        max_length=DESCRIPTION_LENGTH,
        required=False,
        widget=forms.TextInput(attrs={"size": 30}),
    )
    more = ObjectField(label=_("More"), widget=forms.Textarea(attrs={"rows": 2, "cols": 30, "placeholder": "{}"}))

    class Meta:
        model = Slot
        fields = ("position", "name", "type")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        shown = {name: value for name, value in self.instance.data.items() if self._has_a_field(name, value)}
        self.initial.update(shown)
        self.initial["more"] = {name: value for name, value in self.instance.data.items() if name not in shown}
        if not self.instance.pk:
            self.initial.pop("position", None)

    def clean_position(self) -> int:
        """A row without a number goes to the end."""
        position: int | None = self.cleaned_data["position"]
        return LAST if position is None else position

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        twice = [name for name in self.data_fields if cleaned.get(name) and name in (cleaned.get("more") or {})]
        if twice:
            self.add_error(
                "more", gettext("“{twice}” stands here and in its own field: write it once.").format(twice=twice[0])
            )
        return cleaned

    def save(self, commit: bool = True) -> Any:
        shown = {name: self.cleaned_data.get(name) for name in self.data_fields}
        self.instance.data = {
            **{name: value for name, value in shown.items() if value},
            **(self.cleaned_data["more"] or {}),
        }
        return super().save(commit)

    def _has_a_field(self, name: str, value: Any) -> bool:
        """A text in several languages does not fit into a line: it is shown under “More”."""
        return name in self.data_fields and isinstance(value, str)


class SlotFormSet(BaseInlineFormSet):
    """Lets rows change names with each other in one save."""

    model: type[Any]

    @transaction.atomic
    def save(self, commit: bool = True) -> Any:
        if commit:
            for form in self.initial_forms:
                if "name" in form.changed_data:
                    self.model.objects.filter(pk=form.instance.pk).update(name=f"renaming_{form.instance.pk}")
        return super().save(commit)


class SlotInline(admin.TabularInline):
    model = Slot
    fk_name = "bot"
    form = SlotForm
    formset = SlotFormSet
    fields = ("position", "name", "type", "description", "more")
    extra = 0
    classes = ("slot-rows",)
