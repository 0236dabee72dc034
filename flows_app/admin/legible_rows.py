from typing import Any, ClassVar

from django.contrib import admin
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from flows_app.admin.change_view import as_text
from flows_app.models import Slot


class LegibleRows:
    """An inline whose form fields live in `data`: Django shows those as empty to people who may only look."""

    columns_to_read: ClassVar[tuple[str, ...]] = ()

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        may_write = self.has_change_permission(request, obj)  # type: ignore[attr-defined]
        return super().get_fields(request, obj) if may_write else self.columns_to_read  # type: ignore[misc]

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return (*super().get_readonly_fields(request, obj), "written")  # type: ignore[misc]

    @admin.display(description=_("What it says"))
    def written(self, row: Slot) -> str:
        return format_html('<pre class="definition">{}</pre>', as_text(row.data) if row.data else "")
