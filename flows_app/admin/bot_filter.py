from typing import Any

from django.contrib.admin import SimpleListFilter
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from flows_app.models import Bot


class InUse(SimpleListFilter):
    """Archived bots are out of the list, unless somebody asks for them."""

    title = _("archive")
    parameter_name = "archived"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("yes", gettext("Archived")), ("all", gettext("All"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Bot]) -> QuerySet[Bot]:
        if self.value() == "all":
            return queryset
        return queryset.filter(archived_at__isnull=self.value() != "yes")

    def choices(self, changelist: Any) -> Any:
        """Django's first choice means all."""
        first, *others = super().choices(changelist)
        return [{**first, "display": gettext("In use")}, *others]
