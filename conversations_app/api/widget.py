"""Facts that a chat widget needs about its bot before the conversation starts. They are no secret, so no credential is
needed; for bots that are not public, the answer is 404."""

from collections.abc import Mapping
from typing import Annotated, cast

from django.utils.cache import patch_vary_headers
from pydantic import Field, WithJsonSchema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView
from typing_extensions import TypedDict

from conversations_app.api.access import checked
from conversations_app.api.bodies import WidgetLanguage
from conversations_app.api.described import bots as described
from conversations_app.api.problems import Problem
from conversations_app.delivery.shapes import OneOf, Slug
from conversations_app.languages import language_of_visitor
from conversations_app.limits import MESSAGE_LENGTH, WIDGET_CACHE_SECONDS
from flows_app.colours import HEX_COLOUR
from flows_app.flow_language.widget_words import widget_words
from flows_app.models import Bot

Colour = Annotated[str, WithJsonSchema({"type": "string", "pattern": HEX_COLOUR})]


class WidgetThemeShape(TypedDict):
    colour: Colour
    colour_scheme: Annotated[str, OneOf(lambda: ("auto", "light", "dark"))]
    position: Annotated[str, OneOf(lambda: ("end", "start"))]
    radius: Annotated[int, Field(description="Of the corners, in pixels.")]
    avatar: Annotated[str, Field(description="The address of a picture; empty if there is none.")]
    rating: Annotated[bool, Field(description="Whether users are asked what they think.")]
    transcript: Annotated[bool, Field(description="Whether they may take the conversation with them.")]
    restart: Annotated[bool, Field(description="Whether they may begin anew.")]
    accent_text: Annotated[Colour, Field(description="What can be read on `colour`.")]


class WidgetTextsShape(TypedDict):
    title: str
    subtitle: str
    greeting: str
    launcher: str
    placeholder: str


class WidgetShape(TypedDict):
    bot: Slug
    name: str
    languages: list[str]
    language: Annotated[str, Field(description="The one of `texts` and `words`.")]
    message_length: Annotated[int, Field(description="Of what a user may write, in characters.")]
    theme: WidgetThemeShape
    texts: WidgetTextsShape
    words: Annotated[
        Mapping[str, str],
        Field(description="The widget's own, by name; what stands in braces is for it to fill in."),
    ]


class WidgetView(APIView):
    # The answer is cached for everybody: it must not depend on the caller.
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


def public_widget(bot: Bot, language: str) -> WidgetShape:
    theme = bot.read_settings().theme
    return {
        "bot": bot.slug,
        "name": bot.name,
        "languages": bot.languages,
        "language": language,
        "message_length": MESSAGE_LENGTH,
        "theme": cast(WidgetThemeShape, theme.look()),
        "texts": cast(WidgetTextsShape, theme.texts(language)),
        "words": widget_words(language),
    }
