"""The buttons under a bot's welcome, for authors: what each says, and which flow it starts."""

from typing import Any

from django.contrib import messages
from django.contrib.admin import ModelAdmin
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext

from flows_app.admin.language_names import language_name
from flows_app.admin.meanwhile import settings_changed_meanwhile
from flows_app.admin.rights import person_of
from flows_app.admin.settings_locking import lock_bot
from flows_app.admin.starters_form import StartersForm, flow_key, label_key
from flows_app.audit import record
from flows_app.limits import STARTERS
from flows_app.models import Bot
from flows_app.rights import Person, may_set, reason_for, require_setting


def starters_page(model_admin: ModelAdmin, request: HttpRequest, bot: Bot) -> HttpResponse:
    person = person_of(request)
    if request.method != "POST":
        return _show(model_admin, request, bot, StartersForm(bot=bot, may_write=may_set(person, "starters", bot)))
    require_setting(person, "starters", bot)
    with transaction.atomic():
        form = StartersForm(request.POST, bot=lock_bot(bot.pk))
        if form.is_valid() and not form.is_current():
            form.add_error(None, settings_changed_meanwhile(bot))
        if form.is_valid():
            said = gettext("Nothing was changed.")
            if form.starters != form.stored:
                _save(form, person)
                model_admin.log_change(request, bot, "Changed the starter buttons.")
                said = gettext("Saved: new conversations begin with them.")
            model_admin.message_user(request, said, messages.SUCCESS)
            return HttpResponseRedirect(request.path)
    return _show(model_admin, request, bot, form)


def _save(form: StartersForm, person: Person) -> None:
    bot = form.bot
    others = {key: value for key, value in bot.settings.items() if key != "starters"}
    bot.settings = {**others, "starters": form.starters} if form.starters else others
    bot.save(update_fields=["settings"])
    record(person, bot, "changed", f"bot {bot}", fields=["starters"])


def _show(model_admin: ModelAdmin, request: HttpRequest, bot: Bot, form: StartersForm) -> HttpResponse:
    shown: dict[str, Any] = {
        **model_admin.admin_site.each_context(request),
        "opts": model_admin.opts,
        "bot": bot,
        "title": gettext("Starter buttons of “{bot}”").format(bot=bot),
        "form": form,
        "rows": [
            (
                place + 1,
                form[flow_key(place)],
                [(language_name(code), form[label_key(place, code)]) for code in bot.languages],
            )
            for place in range(STARTERS)
        ],
        "welcome_is_off": bot.read_settings().patterns.get("welcome") is False,
        "may_write": may_set(person_of(request), "starters", bot),
        "needed": reason_for("starters", bot),
    }
    return TemplateResponse(request, "admin/flows_app/bot/starters.html", shown)
