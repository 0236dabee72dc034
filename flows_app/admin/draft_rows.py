"""The rows of a draft as inline forms. Fields that live in a row's `data` are ordinary form fields here;
those that only some types have are written together, as JSON, under “More”."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.db import transaction
from django.db.models import Case, QuerySet, Value, When
from django.forms.models import BaseInlineFormSet

from flows_app.admin.fields import ObjectField
from flows_app.language import STEP_TYPES
from flows_app.limits import DESCRIPTION_LENGTH, MESSAGE_LENGTH, NAME_LENGTH
from flows_app.models import Slot, Step

LAST = 2**31 - 1
NESTING_TYPES = ("branch", "while")


class RowForm(forms.ModelForm):
    """Puts the fields that `data_fields` names, and “More”, into `data`, and takes them from there."""

    data_fields: ClassVar[tuple[str, ...]] = ()
    position = forms.IntegerField(
        required=False, min_value=0, label="Order", widget=forms.NumberInput(attrs={"class": "order"})
    )
    more = ObjectField(label="More", widget=forms.Textarea(attrs={"rows": 2, "cols": 30, "placeholder": "{}"}))

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
            self.add_error("more", f"“{twice[0]}” stands here and in its own field: write it once.")
        return cleaned

    def save(self, commit: bool = True) -> Any:
        shown = {name: self.cleaned_data.get(name) for name in self.fields_of_type()}
        self.instance.data = {
            **{name: value for name, value in shown.items() if value},
            **(self.cleaned_data["more"] or {}),
        }
        return super().save(commit)

    def fields_of_type(self) -> tuple[str, ...]:
        return self.data_fields

    def _has_a_field(self, name: str, value: Any) -> bool:
        """A text in several languages does not fit into a line: it is shown under “More”."""
        return name in self.data_fields and isinstance(value, str)


class SlotForm(RowForm):
    data_fields = ("description",)
    description = forms.CharField(
        max_length=DESCRIPTION_LENGTH, required=False, widget=forms.TextInput(attrs={"size": 30})
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
        widget=forms.Textarea(attrs={"rows": 2, "cols": 34, "placeholder": "Hello, {name}!"}),
    )
    next = forms.CharField(
        max_length=NAME_LENGTH,
        required=False,
        label="Go to",
        widget=forms.TextInput(attrs={"size": 12, "placeholder": "the step below"}),
    )

    class Meta:
        model = Step
        fields = ("position", "name", "type", "parent", "case")

    def fields_of_type(self) -> tuple[str, ...]:
        """A field that the page hides for this type may still hold what was typed for another."""
        known = STEP_TYPES[self.cleaned_data["type"]].model_fields if self.cleaned_data.get("type") else {}
        return tuple(name for name in self.data_fields if name in known)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        parent: Step | None = cleaned.get("parent")
        ancestor = parent
        while ancestor is not None:
            if ancestor.pk == self.instance.pk:
                self.add_error("parent", "A step can't stand inside itself.")
                break
            ancestor = ancestor.parent
        if parent is None and cleaned.get("case"):
            self.add_error("case", "Only a step inside a branch belongs to a case.")
        return cleaned


class RowFormSet(BaseInlineFormSet):
    """Lets rows change names with each other in one save."""

    model: type[Any]

    @transaction.atomic
    def save(self, commit: bool = True) -> Any:
        if commit:
            for form in self.initial_forms:
                if "name" in form.changed_data:
                    self.model.objects.filter(pk=form.instance.pk).update(name=f"renaming_{form.instance.pk}")
        return super().save(commit)


def in_reading_order(steps: QuerySet[Step]) -> QuerySet[Step]:
    children: dict[int | None, list[tuple[str, int, int]]] = defaultdict(list)
    for pk, parent, case, position in steps.values_list("pk", "parent_id", "case", "position"):
        children[parent].append((case, position, pk))

    def walk(parent: int | None) -> Iterator[int]:
        for _, _, pk in sorted(children[parent]):
            yield pk
            yield from walk(pk)

    places = [When(pk=pk, then=Value(place)) for place, pk in enumerate(walk(None))]
    return steps.order_by(Case(*places, default=Value(len(places)))) if places else steps


class SlotInline(admin.TabularInline):
    model = Slot
    fk_name = "flow"
    form = SlotForm
    formset = RowFormSet
    fields = ("position", "name", "type", "description", "more")
    extra = 0
    classes = ("draft-rows",)


class StepInline(admin.TabularInline):
    model = Step
    form = StepForm
    formset = RowFormSet
    fields = ("position", "name", "type", "parent", "case", "slot", "message", "next", "more")
    extra = 0
    classes = ("draft-rows",)

    def get_queryset(self, request: Any) -> Any:
        """In reading order, nested steps behind the step that holds them."""
        return in_reading_order(super().get_queryset(request))

    def get_formset(self, request: Any, obj: Any = None, **kwargs: Any) -> Any:
        formset = super().get_formset(request, obj, **kwargs)
        parents = Step.objects.filter(flow=obj, type__in=NESTING_TYPES) if obj else Step.objects.none()
        field: Any = formset.form.base_fields["parent"]
        field.queryset, field.empty_label, field.label = parents, "the flow", "Inside"
        # Steps are added as rows of their own.
        for action in ("can_add_related", "can_change_related", "can_delete_related", "can_view_related"):
            setattr(field.widget, action, False)
        return formset
