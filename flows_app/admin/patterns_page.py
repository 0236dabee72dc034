"""Page of a bot's patterns, for authors: a box for each pattern and language."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.contrib.admin import ModelAdmin
from django.db import transaction
from django.forms import BoundField
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext

from flows_app.admin.language_names import language_name
from flows_app.admin.pattern_form import PatternsForm, said_key, words_key
from flows_app.admin.pattern_words import words_elsewhere, words_in
from flows_app.admin.rights import person_of
from flows_app.admin.settings_locking import lock_bot
from flows_app.audit import record
from flows_app.flow_language.pattern_groups import PATTERN_GROUPS, pattern_title
from flows_app.flow_language.patterns import PATTERNS, Pattern
from flows_app.models import Bot
from flows_app.rights import Person, may_set, reason_for, require_setting


@dataclass(frozen=True)
class Box:
    language: str
    language_name: str
    field: BoundField
    widget: str
    words: Sequence[str]
    # Text that is said if there are no words (empty if there is none in this language), and where it comes from.
    otherwise: str
    source: str


@dataclass(frozen=True)
class Row:
    title: str
    occasion: str
    placeholders: Sequence[str]
    said: BoundField | None
    boxes: Sequence[Box]
    # Languages that have words though the bot does not list them.
    elsewhere: Sequence[str]


def patterns_page(model_admin: ModelAdmin, request: HttpRequest, bot: Bot) -> HttpResponse:
    person = person_of(request)
    if request.method != "POST":
        return _show(model_admin, request, bot, PatternsForm(bot=bot))
    require_setting(person, "patterns", bot)
    with transaction.atomic():
        form = PatternsForm(request.POST, bot=lock_bot(bot.pk))
        if form.is_valid():
            changed = _save(form, person)
            if changed:
                model_admin.log_change(request, bot, f"Changed what it says: {', '.join(changed)}.")
            said = gettext("Saved: the bot says it from now on.") if changed else gettext("Nothing was changed.")
            model_admin.message_user(request, said, messages.SUCCESS)
            return HttpResponseRedirect(request.path if "_continue" in request.POST else _bot_url(bot))
    return _show(model_admin, request, bot, form)


def _save(form: PatternsForm, person: Person) -> list[str]:
    """Gives the names of the patterns that changed."""
    bot, patterns = form.bot, form.patterns_to_store()
    changed = [name for name in PATTERNS if patterns.get(name) != form.stored.get(name)]
    if changed:
        others = {key: value for key, value in bot.settings.items() if key != "patterns"}
        bot.settings = {**others, "patterns": patterns} if patterns else others
        bot.save(update_fields=["settings"])
        record(person, bot, "changed", f"bot {bot}", fields=["patterns"], patterns=changed)
    return changed


def _show(model_admin: ModelAdmin, request: HttpRequest, bot: Bot, form: PatternsForm) -> HttpResponse:
    shown = {
        **model_admin.admin_site.each_context(request),
        "opts": model_admin.opts,
        "bot": bot,
        "title": gettext("What “{bot}” says").format(bot=bot),
        "form": form,
        "groups": {gettext(title): [_row(form, name) for name in names] for title, names in PATTERN_GROUPS.items()},
        "may_write": may_set(person_of(request), "patterns", bot),
        "needed": reason_for("patterns", bot),
    }
    return TemplateResponse(request, "admin/flows_app/bot/patterns.html", shown)


def _row(form: PatternsForm, name: str) -> Row:
    pattern, languages = PATTERNS[name], form.bot.languages
    return Row(
        title=gettext(pattern_title(name)),
        occasion=gettext(pattern.occasion),
        placeholders=sorted(f"{{{placeholder}}}" for placeholder in pattern.placeholders),
        said=form[said_key(name)] if pattern.optional else None,
        boxes=[_box(form, name, language) for language in languages],
        elsewhere=sorted(map(language_name, words_elsewhere(form.stored.get(name), languages))),
    )


def _box(form: PatternsForm, name: str, language: str) -> Box:
    field = form[words_key(name, language)]
    stored = form.stored.get(name)
    otherwise, source = _otherwise(PATTERNS[name], stored, language)
    return Box(
        language=language,
        language_name=language_name(language),
        field=field,
        widget=field.as_widget(attrs={"aria-describedby": f"{field.auto_id}_otherwise {field.auto_id}_error"}),
        words=words_in(stored, language),
        otherwise=otherwise,
        source=source,
    )


def _otherwise(pattern: Pattern, stored: Any, language: str) -> tuple[str, str]:
    """`es-MX` is served by `es`, by the bot's own words before the delivered ones."""
    general = language.partition("-")[0]
    own = words_in(stored, general) if isinstance(stored, dict) and general != language else []
    if own:
        return " / ".join(own), gettext("As in {language}").format(language=language_name(general))
    return pattern.texts.get(language) or pattern.texts.get(general, ""), gettext("Delivered")


def _bot_url(bot: Bot) -> str:
    return reverse("admin:flows_app_bot_change", args=[bot.pk])
