from dataclasses import dataclass

from django.contrib.admin import ModelAdmin
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext

from flows_app.admin.change_view import grouped
from flows_app.admin.pages import render_page
from flows_app.drafts import DraftReading, read_draft
from flows_app.models import Flow
from flows_app.publishing import compare
from flows_app.publishing.versions import read_version

DRAFT = "draft"


@dataclass(frozen=True)
class Side:
    """One of the two that are compared: `draft`, or the number of a version."""

    key: str
    title: str
    reading: DraftReading


def compare_page(model_admin: ModelAdmin, request: HttpRequest, flow: Flow) -> HttpResponse:
    """Compares `?old=` with `?new=`; without them, shows what publishing the draft would change."""
    current = str(flow.current_version.number) if flow.current_version else DRAFT
    old = _side(flow, request.GET.get("old") or current)
    new = _side(flow, request.GET.get("new") or DRAFT)
    before, after = old.reading.definition, new.reading.definition
    changes = compare(before, after) if before and after else ()
    return render_page(
        model_admin,
        request,
        "compare.html",
        flow,
        gettext("Compare {old} and {new} of “{flow}”").format(old=old.title, new=new.title, flow=flow),
        old=old,
        new=new,
        groups=grouped(changes),
        count=len(changes),
        unreadable=[side for side in (old, new) if side.reading.definition is None],
        choices=_choices(flow),
    )


def _side(flow: Flow, key: str) -> Side:
    if key == DRAFT:
        return Side(DRAFT, gettext("the draft"), read_draft(flow))
    version = flow.versions.filter(number=key).first() if key.isdecimal() and len(key) < 10 else None
    if version is None:
        raise Http404(gettext("There is no version {number} of “{flow}”.").format(number=key, flow=flow))
    return Side(key, _version(version.number), read_version(version))


def _choices(flow: Flow) -> list[tuple[str, str]]:
    current = flow.current_version_id
    return [
        (DRAFT, gettext("the draft")),
        *(
            (str(number), _current(number) if pk == current else _version(number))
            for pk, number in flow.versions.values_list("pk", "number")
        ),
    ]


def _version(number: int) -> str:
    return gettext("version {number}").format(number=number)


def _current(number: int) -> str:
    return gettext("version {number} (current)").format(number=number)
