from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from conversations_app.limits import MESSAGE_LENGTH
from conversations_app.pages.languages import language_for, language_names
from flows_app.models import Bot


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    return render(request, "conversations_app/home.html", {"bots": Bot.objects.filter(public=True)})


@require_safe
def chat(request: HttpRequest, slug: str) -> HttpResponse:
    bot = get_object_or_404(Bot, slug=slug, public=True)
    shown = {
        "bot": bot,
        "language": language_for(request, bot),
        "languages": language_names(bot),
        "message_length": MESSAGE_LENGTH,
    }
    return render(request, "conversations_app/chat.html", shown)
