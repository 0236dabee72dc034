"""The preview of a bot's chat widget: the theme as visitors would get it, and a little talk to see it on."""

from typing import Any

from csp.constants import SELF
from csp.decorators import csp_replace, csp_update
from django.http import HttpRequest, JsonResponse
from django.http.response import HttpResponseBase
from django.template.response import TemplateResponse
from django.utils import timezone
from django.views.decorators.clickjacking import xframe_options_sameorigin

from flows_app.admin.language_names import is_right_to_left
from flows_app.admin.rights import person_of
from flows_app.admin.theme_form import ThemeForm, advice
from flows_app.flow_language import Theme, variations
from flows_app.flow_language.patterns import PATTERNS
from flows_app.flow_language.widget_words import widget_words
from flows_app.languages import own_part, part_of, without_region
from flows_app.languages.parts import About
from flows_app.models import Bot
from flows_app.rights import Right, may

# In letters that show how a language is written that has no folder.
_HELLO = {"ar": "مرحبا!", "he": "שלום!", "fa": "سلام!", "ur": "ہیلو!"}


def widget_preview(request: HttpRequest, bot: Bot) -> HttpResponseBase:
    """Two things at one address: the frame that shows the widget, and, for a form as it stands, what to show in it."""
    return _of_the_form(request, bot) if request.method == "POST" else _frame(request, bot)


def _of_the_form(request: HttpRequest, bot: Bot) -> JsonResponse:
    """Nothing is stored: the server is asked because it knows what a theme may be, and which text is read on it."""
    form = ThemeForm(request.POST, bot=bot, may_write=may(person_of(request), Right.WRITE, bot))
    if not form.is_valid():
        return JsonResponse({"errors": form.errors}, status=422)
    return JsonResponse({"advice": advice(form.theme), "shown": preview_of(bot, form.theme)})


def _frame(request: HttpRequest, bot: Bot) -> HttpResponseBase:
    """The only page of ours that may be in a frame, and only in one of our own. Pictures may come from anywhere: the
    author is only just writing whence."""

    @xframe_options_sameorigin
    @csp_replace({"frame-ancestors": [SELF]})
    @csp_update({"img-src": ["https:"]})
    def page(request: HttpRequest) -> HttpResponseBase:
        shown = {"bot": bot, "shown": preview_of(bot, bot.read_settings().theme)}
        return TemplateResponse(request, "admin/flows_app/bot/widget_preview.html", shown)

    return page(request)


def preview_of(bot: Bot, theme: Theme) -> dict[str, Any]:
    return {
        "name": bot.name,
        "theme": theme.look(),
        "languages": {language: _in_language(bot, theme, language) for language in bot.languages},
    }


def _in_language(bot: Bot, theme: Theme, language: str) -> dict[str, Any]:
    return {
        "texts": theme.texts(language),
        "words": widget_words(language),
        "direction": "rtl" if is_right_to_left(language) else "ltr",
        "messages": _a_little_talk(bot, language),
    }


def _a_little_talk(bot: Bot, language: str) -> list[dict[str, Any]]:
    """Gives two messages as the API does: a visitor's first, and the bot's welcome."""
    about = own_part(language, About)
    own = about.hello if about else _HELLO.get(without_region(language))
    hello = own or part_of(language, About).hello
    said = (("user", hello), ("bot", _welcome(bot, language)))
    now = timezone.now().isoformat()
    return [
        {"seq": seq, "role": role, "text": text, "created_at": now} for seq, (role, text) in enumerate(said, start=1)
    ]


def _welcome(bot: Bot, language: str) -> str:
    own = bot.read_settings().patterns.get("welcome")
    return variations(dict(PATTERNS["welcome"].texts) if own is None or isinstance(own, bool) else own, language)[0]
