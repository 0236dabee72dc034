"""How the host's site proves who its users are: secrets made, shown once and removed, and whether a proof is needed."""

from typing import Any

from django.contrib import messages
from django.contrib.admin import ModelAdmin
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext

from flows_app.admin.rights import person_of
from flows_app.admin.shown_once import shown_once
from flows_app.identity_secrets import (
    AT_MOST,
    SecretRefused,
    make_secret,
    remove_secret,
    require_verified_users,
    stored_secrets,
)
from flows_app.models import Bot
from flows_app.rights import Right, require


def identity_page(model_admin: ModelAdmin, request: HttpRequest, bot: Bot) -> HttpResponse:
    require(person_of(request), Right.MANAGE, bot)
    if request.method == "POST":
        try:
            message, level = _act(request, bot)
        except SecretRefused as refused:
            message, level = str(refused), messages.ERROR
        model_admin.message_user(request, message, level)
        return HttpResponseRedirect(request.path)
    shown: dict[str, Any] = {
        **model_admin.admin_site.each_context(request),
        "opts": model_admin.opts,
        "bot": bot,
        "title": gettext("Verified users of “{bot}”").format(bot=bot),
        "secrets": stored_secrets(bot),
        "at_most": AT_MOST,
        "address": request.build_absolute_uri("/api/v1/conversations"),
    }
    return TemplateResponse(request, "admin/flows_app/bot/identity.html", shown)


def _act(request: HttpRequest, bot: Bot) -> tuple[str, int]:
    """Does what the pressed button says; gives the message to show afterwards, and its level."""
    person = person_of(request)
    if "make" in request.POST:
        sentence = gettext("Copy the secret now, it is shown only this once:")
        return shown_once(sentence, make_secret(bot, user=person)), messages.WARNING
    removed = request.POST.get("remove", "")
    if removed.isdecimal():
        remove_secret(bot, int(removed[:18]), user=person)
        return gettext("Removed: proofs made with it count no more."), messages.SUCCESS
    if "required" in request.POST:
        required = request.POST["required"] == "yes"
        require_verified_users(bot, required, user=person)
        said = (
            gettext("A “user_ref” needs its proof from now on.")
            if required
            else gettext("A “user_ref” needs no proof any more.")
        )
        return said, messages.SUCCESS
    return gettext("Nothing was changed."), messages.INFO
