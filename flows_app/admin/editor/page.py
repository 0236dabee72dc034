from typing import Any

from django.contrib.admin import ModelAdmin
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.translation import get_language

from flows_app.admin.editor.urls import urls_for
from flows_app.editor.boot import boot
from flows_app.models import Flow


def editor_page(model_admin: ModelAdmin, request: HttpRequest, flow: Flow) -> HttpResponse:
    """Shows the editor to everybody who may see the flow; the page asks the server repeatedly what they may do."""
    person: Any = request.user
    context = {
        **model_admin.admin_site.each_context(request),
        "opts": model_admin.opts,
        "original": flow,
        "flow": flow,
        "title": f"{flow}",
        "boot": boot(flow, person, urls_for(flow)),
        "language": get_language(),
    }
    return TemplateResponse(request, "admin/flows_app/flow/editor.html", context)
