"""A bot's chat widget, for authors: how it looks, with a preview that follows as one types, and the tag for a site."""

from typing import Any

from django.contrib import messages
from django.contrib.admin import ModelAdmin
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext

from flows_app.admin.language_names import language_name
from flows_app.admin.meanwhile import settings_changed_meanwhile
from flows_app.admin.rights import person_of
from flows_app.admin.settings_locking import lock_bot
from flows_app.admin.theme_form import ThemeForm, advice, text_key
from flows_app.audit import record
from flows_app.flow_language import Theme
from flows_app.flow_language.theme import THEME_TEXTS
from flows_app.flow_language.understanding import origin_of
from flows_app.models import Bot
from flows_app.rights import Person, Right, may, may_set, reason_for, require_setting


def widget_page(model_admin: ModelAdmin, request: HttpRequest, bot: Bot) -> HttpResponse:
    person = person_of(request)
    if request.method != "POST":
        return _show(model_admin, request, bot, ThemeForm(bot=bot, may_write=may_set(person, "theme", bot)))
    require_setting(person, "theme", bot)
    with transaction.atomic():
        form = ThemeForm(request.POST, bot=lock_bot(bot.pk))
        if form.is_valid() and not form.is_current():
            form.add_error(None, settings_changed_meanwhile(bot))
        if form.is_valid():
            changed = _save(form, person)
            if changed:
                model_admin.log_change(request, bot, f"Changed the chat widget: {', '.join(changed)}.")
            said = gettext("Saved: visitors see it within a minute.") if changed else gettext("Nothing was changed.")
            model_admin.message_user(request, said, messages.SUCCESS)
            return HttpResponseRedirect(request.path)
    return _show(model_admin, request, bot, form)


def _save(form: ThemeForm, person: Person) -> list[str]:
    """Gives the names of the settings that changed."""
    bot, changed = form.bot, form.changes
    if changed:
        others = {key: value for key, value in bot.settings.items() if key != "theme"}
        theme = form.theme.as_written()
        bot.settings = {**others, "theme": theme} if theme else others
        bot.save(update_fields=["settings"])
        record(person, bot, "changed", f"bot {bot}", fields=["theme"], theme=changed)
    return changed


def _show(model_admin: ModelAdmin, request: HttpRequest, bot: Bot, form: ThemeForm) -> HttpResponse:
    address = request.build_absolute_uri(reverse("widget"))
    shown: dict[str, Any] = {
        **model_admin.admin_site.each_context(request),
        # The preview needs the room.
        "is_nav_sidebar_enabled": False,
        "opts": model_admin.opts,
        "bot": bot,
        "title": gettext("Chat widget of “{bot}”").format(bot=bot),
        "form": form,
        "visitors_may": [form[name] for name in ("restart", "transcript", "rating")],
        "texts": [_row(form, name) for name in THEME_TEXTS],
        "advice": advice(form.stored),
        "languages": [(code, language_name(code)) for code in bot.languages],
        "may_write": may_set(person_of(request), "theme", bot),
        "needed": reason_for("theme", bot),
        "manages": may(person_of(request), Right.MANAGE, bot),
        "address": address,
        "origin": origin_of(address),
        "socket_origin": origin_of(address.replace("http", "ws", 1)),
        "picture_origin": origin_of(form.stored.avatar) if form.stored.avatar else "",
    }
    return TemplateResponse(request, "admin/flows_app/bot/widget.html", shown)


def _row(form: ThemeForm, name: str) -> dict[str, Any]:
    return {
        "name": name,
        "title": gettext(name.capitalize()),
        "help": gettext(str(Theme.model_fields[name].description)),
        "boxes": [(language_name(code), form[text_key(name, code)]) for code in form.bot.languages],
        "elsewhere": sorted(map(language_name, form.elsewhere(name))),
    }
