from csp.decorators import csp_update
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from conversations_app.pages.languages import language_for, language_names
from flows_app.models import Bot


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    return render(request, "conversations_app/home.html", {"bots": Bot.objects.filter(public=True, archived_at=None)})


@require_safe
def chat(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The widget fills the page."""
    return _with_widget(request, slug, "conversations_app/chat.html")


@require_safe
def demo(request: HttpRequest, slug: str) -> HttpResponseBase:
    """A site like that of a host, with the widget's button in its corner."""
    return _with_widget(request, slug, "conversations_app/demo.html")


def _with_widget(request: HttpRequest, slug: str, template: str) -> HttpResponseBase:
    bot = get_object_or_404(Bot, slug=slug, public=True)
    shown = {"bot": bot, "language": language_for(request, bot), "languages": language_names(bot)}

    # The bot's picture, and those in what it says: authors have chosen them, nobody else can.
    @csp_update({"img-src": ["https:"]})
    def page(request: HttpRequest) -> HttpResponseBase:
        return render(request, template, shown)

    return page(request)
