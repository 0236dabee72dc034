"""What a chat widget needs to know of its bot before anybody says a word. It is no secret, so nobody is asked who they
are; but of bots that are not public, there is nothing to know."""

from typing import Any

from django.utils.cache import patch_vary_headers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from conversations_app.api.access import checked
from conversations_app.api.bodies import WidgetLanguage
from conversations_app.api.described import bots as described
from conversations_app.api.problems import Problem
from conversations_app.languages import language_of_visitor
from conversations_app.limits import MESSAGE_LENGTH, WIDGET_CACHE_SECONDS
from flows_app.flow_language.widget_words import widget_words
from flows_app.models import Bot


class WidgetView(APIView):
    # The answer is kept for everybody: it must be the same whoever asks.
    authentication_classes = ()
    permission_classes = (AllowAny,)

    @described.widget
    def get(self, request: Request, slug: str) -> Response:
        bot = Bot.objects.filter(slug=slug, public=True).first()
        if bot is None:
            raise Problem(404, "bot_not_found", "There is no such public bot.")
        asked = checked(WidgetLanguage, request.query_params)["language"]
        language = language_of_visitor(bot, asked, request.headers.get("Accept-Language", ""))
        response = Response(public_widget(bot, language))
        response["Cache-Control"] = f"public, max-age={WIDGET_CACHE_SECONDS}"
        patch_vary_headers(response, ("Accept-Language",))
        return response


def public_widget(bot: Bot, language: str) -> dict[str, Any]:
    theme = bot.read_settings().theme
    return {
        "bot": bot.slug,
        "name": bot.name,
        "languages": bot.languages,
        "language": language,
        "message_length": MESSAGE_LENGTH,
        "theme": theme.look(),
        "texts": theme.texts(language),
        "words": widget_words(language),
    }
