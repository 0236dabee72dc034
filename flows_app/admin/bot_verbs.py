"""Pages that ask before something is done with a whole bot. The verbs do it, and check once more."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.admin import ModelAdmin
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from flows_app.admin.rights import person_of
from flows_app.bots import ArchiveBot, BotRefused, BringBackBot, CopyBot, DeleteBot, secrets_left_out
from flows_app.models import Bot
from flows_app.rights import Right, require


class ArchiveForm(forms.Form):
    """Only a button."""


class CopyForm(forms.Form):
    name = forms.CharField(max_length=100, label=_("Name of the copy"))
    slug = forms.SlugField(label=_("Slug"), help_text=_("Its name in addresses and in the API."))


class DeleteForm(forms.Form):
    typed = forms.CharField(label=_("Slug of the bot"), widget=forms.TextInput(attrs={"autocomplete": "off"}))


def archive_page(model_admin: ModelAdmin, request: HttpRequest, bot: Bot) -> HttpResponse:
    """Archives it, or brings it back."""
    person = person_of(request)
    require(person, Right.MANAGE, bot)
    form = ArchiveForm(request.POST or None)
    verb = BringBackBot(bot, user=person) if bot.archived_at else ArchiveBot(bot, user=person)
    if request.method == "POST" and _done(verb, form):
        told = (
            gettext("“{bot}” is in use again.")
            if bot.archived_at
            else gettext("“{bot}” is archived: no new conversation starts with it.")
        )
        address = reverse("admin:flows_app_bot_change", args=[bot.pk])
        return _told(model_admin, request, told.format(bot=bot), address)
    if bot.archived_at:
        title, button = gettext("Bring “{bot}” back").format(bot=bot), gettext("Bring it back")
        sentences: tuple[str, ...] = (gettext("Conversations can start again, as before. Nothing else changes."),)
    else:
        title, button = gettext("Archive “{bot}”").format(bot=bot), gettext("Archive")
        sentences = (
            gettext("No new conversation starts with it: not from the chat page, the widget, the API or the terminal."),
            gettext(
                "Conversations under way go on to their end, and all of them stay readable. It can be brought back."
            ),
        )
    return _page(model_admin, request, bot, form, title=title, button=button, sentences=sentences)


def copy_page(model_admin: ModelAdmin, request: HttpRequest, bot: Bot) -> HttpResponse:
    person = person_of(request)
    require(person, Right.MANAGE, bot)
    name = gettext("Copy of {bot}").format(bot=bot)[:100]
    form = CopyForm(request.POST or None, initial={"name": name, "slug": slugify(name)[:50]})
    if request.method == "POST" and form.is_valid():
        verb = CopyBot(bot, **form.cleaned_data, user=person)
        if copy := _done(verb, form):
            address = reverse("admin:flows_app_bot_change", args=[copy.pk])
            return _told(
                model_admin,
                request,
                gettext("“{copy}” is a copy of “{bot}”. Nothing of it is published yet.").format(copy=copy, bot=bot),
                address,
            )
    sentences = (
        gettext(
            "The copy has the flows as they are in their drafts, with their tests, and the slots, settings, "
            "texts, look and HTTP actions of this bot. It is not public, and nothing of it is published."
        ),
        gettext(
            "Conversations, published versions, roles of people, API keys, webhooks and the language model's "
            "key stay with this bot, and so do secrets."
        ),
    )
    return _page(
        model_admin,
        request,
        bot,
        form,
        title=gettext("Copy “{bot}”").format(bot=bot),
        button=gettext("Make the copy"),
        sentences=sentences,
        listed=secrets_left_out(bot),
        listed_under=gettext("To be set in the copy before its HTTP actions can be called:"),
    )


def delete_page(model_admin: ModelAdmin, request: HttpRequest, bot: Bot) -> HttpResponse:
    person = person_of(request)
    require(person, Right.MANAGE, bot)
    form = DeleteForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        verb = DeleteBot(bot, typed=form.cleaned_data["typed"], user=person)
        if _done(verb, form):
            told = gettext("“{bot}” is deleted, with all that was its own.").format(bot=bot)
            return _told(model_admin, request, told, reverse("admin:flows_app_bot_changelist"))
    return _page(
        model_admin,
        request,
        bot,
        form,
        title=gettext("Delete “{bot}” for good").format(bot=bot),
        button=gettext("Delete for good"),
        is_grave=True,
        sentences=(
            gettext("The bot and everything below is deleted at once. This can't be undone, not even from a history."),
            gettext("To keep its conversations, archive it instead."),
        ),
        listed=[f"{what}: {count:,}" for what, count in DeleteBot(bot, user=person).losses().items() if count],
        listed_under=gettext("What is lost:"),
        asked=gettext("Type the bot's slug, {slug}, to say that you mean this one.").format(slug=bot.slug),
    )


def _done(verb: Any, form: forms.Form) -> Any:
    """Runs the verb: gives its result, or True; False if it refuses, with the reason at the form."""
    try:
        return verb.execute() or True
    except BotRefused as refused:
        form.full_clean()
        form.add_error(refused.field if refused.field in form.fields else None, str(refused))
        return False


def _told(model_admin: ModelAdmin, request: HttpRequest, sentence: str, address: str) -> HttpResponse:
    model_admin.message_user(request, sentence, messages.SUCCESS)
    return HttpResponseRedirect(address)


def _page(model_admin: ModelAdmin, request: HttpRequest, bot: Bot, form: forms.Form, **shown: Any) -> HttpResponse:
    context = {**model_admin.admin_site.each_context(request), "opts": model_admin.opts, "bot": bot, "form": form}
    return TemplateResponse(request, "admin/flows_app/bot/question.html", {**context, **shown})
