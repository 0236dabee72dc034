"""Parts shared by the pages around a flow."""

from collections.abc import Callable
from typing import Any

from django.contrib.admin import ModelAdmin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import reverse

from flows_app.models import Bot, Flow
from flows_app.publishing import PublishingError

Page = Callable[..., HttpResponse]


def flow_page(model_admin: ModelAdmin, page: Page) -> Page:
    """Wraps a page for staff who may see the flow; others get 404. The page checks further rights itself."""

    def view(request: HttpRequest, flow_id: int, **rest: Any) -> HttpResponse:
        flow = get_object_or_404(model_admin.get_queryset(request), pk=flow_id)
        return page(model_admin, request, flow, **rest)

    return model_admin.admin_site.admin_view(view)


def render_page(
    model_admin: ModelAdmin, request: HttpRequest, template: str, flow: Flow, title: str, **context: Any
) -> HttpResponse:
    shown = {
        **model_admin.admin_site.each_context(request),
        "opts": model_admin.opts,
        "flow": flow,
        "title": title,
        **context,
    }
    return TemplateResponse(request, f"admin/flows_app/flow/{template}", shown)


def refusal_of(verb: Any) -> PublishingError | None:
    """Why the verb would refuse, to be read before one tries. A missing right is raised on."""
    try:
        verb.check()
    except PublishingError as refused:
        return refused
    return None


def change_url(flow: Flow) -> str:
    return reverse("admin:flows_app_flow_change", args=[flow.pk])


def chat_url(bot: Bot) -> str | None:
    """The page on which visitors chat with the bot; None as long as it is not public."""
    return reverse("chat", args=[bot.slug]) if bot.public else None
