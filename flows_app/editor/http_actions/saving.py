"""Saving an action from its dialog: with the rights, the checks and the log of the admin's page."""

import hashlib
import json
from typing import Any

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.http import Http404

from flows_app import audit
from flows_app.actions import Problem, problems_of
from flows_app.editor.http_actions.rows import ActionForm, Filled, filled, form_of
from flows_app.exchange.http_actions.callers import is_called, require_name, right_to_change
from flows_app.exchange.http_actions.secrets import SecretsOfAnotherServer, secrets_after_entering
from flows_app.limits import DESCRIPTION_LENGTH
from flows_app.models import Bot, HttpAction
from flows_app.registry import registry
from flows_app.rights import Person, Right, may, require

_COLUMNS = tuple(field.name for field in HttpAction._meta.fields if field.name not in ("id", "bot"))
# Checked by Django's model; what else is wrong `problems_of` says.
_BY_MODEL = ("name", "url")


class ActionRefused(Exception):
    """The action can't be saved, or called, as it is: each problem with its field."""

    def __init__(self, problems: list[Problem]):
        super().__init__(" ".join(problem.sentence for problem in problems))
        self.problems = problems


class ActionChanged(Exception):
    """Somebody else has changed it since it was read: nothing was written."""

    def __init__(self, action: HttpAction):
        super().__init__(f"“{action}” was changed meanwhile: nothing is overwritten.")
        self.action = action


def shown_to(person: Person, action: HttpAction) -> dict[str, Any]:
    """Gives the action as its dialog shows it, with the reason if this person may not change it."""
    allowed = may(person, right_to_change(action), action.bot)
    return {
        "id": action.pk,
        "form": form_of(action, with_secrets=allowed),
        "seen": state_of(action),
        "refused": None if allowed else _reason(action),
        "name_stays": is_called(action),
    }


def _reason(action: HttpAction) -> str:
    if right_to_change(action) is Right.MANAGE:
        return (
            "Published flows call this action and a second person publishes here: only managers of the bot change it."
        )
    return "A change of an action is live at once, so it needs the right to publish."


def state_of(action: HttpAction) -> str:
    """Differs whenever anything of the row differs, a secret too, and tells nothing of it."""
    row = {name: getattr(action, name) for name in _COLUMNS}
    return hashlib.sha256(json.dumps(row, sort_keys=True).encode()).hexdigest()[:32]


def save_http_action(
    bot: Bot, form: ActionForm, *, person: Person, action_id: int | None = None, seen: str = ""
) -> HttpAction:
    """A new one without `action_id`; else `seen` is its state when it was read."""
    try:
        with transaction.atomic():
            present = None if action_id is None else _locked(bot, action_id)
            require(person, right_to_change(present) if present else Right.WRITE, bot)
            if present and seen != state_of(present):
                raise ActionChanged(present)
            if not present or present.name != form.name.strip():
                require_name(person, bot, form.name.strip())
            action = _written(bot, present, filled(form), person)
            # As it will be read: a database may write numbers, and order names, in its own way.
            action.refresh_from_db(fields=_COLUMNS)
            return action
    except IntegrityError:
        raise ActionRefused([_taken(form.name.strip())]) from None


def unsaved(bot: Bot, present: HttpAction | None, form: Filled) -> tuple[HttpAction, list[Problem]]:
    """Builds the action from the form, with all its errors."""
    problems = list(form.problems)
    secrets: dict[str, str] = {}
    try:
        secrets = secrets_after_entering(present, form.fields["url"], entered=form.entered, kept=form.kept)
    except SecretsOfAnotherServer as misplaced:
        problems.append(Problem("headers", str(misplaced)))
    stored = present.secret_headers if present else {}
    missing = sorted(form.kept - {*stored})
    problems += [Problem("headers", f"Enter the value of the secret header “{name}”.") for name in missing]
    action = HttpAction(bot=bot, **form.fields, secret_headers=secrets)
    known = {problem.sentence for problem in problems}
    problems += [problem for problem in problems_of(action) if problem.sentence not in known]
    return action, [_in_form(problem) for problem in problems]


def _in_form(problem: Problem) -> Problem:
    """The form has one list of headers."""
    return Problem("headers", problem.sentence) if problem.field == "secret_headers" else problem


def _locked(bot: Bot, action_id: int) -> HttpAction:
    return find_action(bot, action_id, for_update=True)


def find_action(bot: Bot, action_id: int, *, for_update: bool = False) -> HttpAction:
    actions = bot.http_actions.select_for_update(of=("self",)) if for_update else bot.http_actions.all()
    action = actions.filter(pk=action_id).first()
    if action is None:
        raise Http404("There is no such HTTP action in this bot any more.")
    action.bot = bot
    return action


def _written(bot: Bot, present: HttpAction | None, form: Filled, person: Person) -> HttpAction:
    action, problems = unsaved(bot, present, form)
    problems = [*_by_model(action), *_name_problems(action, present), *problems]
    if problems:
        raise ActionRefused(problems)
    if present is None:
        action.save()
        audit.record(person, bot, "created", f"HTTP action {action}", url=action.url)
        return action
    action.pk = present.pk
    if changed := _changed(present, action, form):
        audit.record(person, bot, "changed", f"HTTP action {action}", fields=changed, url=action.url)
    action.save(force_update=True)
    return action


def _changed(present: HttpAction, action: HttpAction, form: Filled) -> list[str]:
    """A secret that is kept is encrypted anew, which changes nothing."""
    columns = [name for name in form.fields if not _same(getattr(present, name), getattr(action, name))]
    secrets = bool(form.entered) or {*present.secret_headers} != {*action.secret_headers}
    return [*columns, *(["secret_headers"] if secrets else [])]


def _by_model(action: HttpAction) -> list[Problem]:
    """Django's forms check the length of long texts; its models don't."""
    if len(action.description) > DESCRIPTION_LENGTH:
        return [Problem("description", f"The description has more than {DESCRIPTION_LENGTH} characters.")]
    checked = [name for name in _BY_MODEL if name == "name" or getattr(action, name)]
    try:
        action.clean_fields(exclude=[field.name for field in HttpAction._meta.fields if field.name not in checked])
    except ValidationError as wrong:
        return [Problem(field, sentence) for field, told in wrong.message_dict.items() for sentence in told]
    return []


def _name_problems(action: HttpAction, present: HttpAction | None) -> list[Problem]:
    if present is not None and present.name == action.name:
        return []
    if present is not None and is_called(present):
        return [Problem("name", f"It stays “{present.name}”: published flows call it by this name.")]
    if action.name in registry.actions:
        return [Problem("name", f"An action of a plugin is called “{action.name}”.")]
    # An action keeps its own name without complaint, so an owner of this name is another action.
    return [_taken(action.name)] if action.bot.http_actions.filter(name=action.name).exists() else []


def _taken(name: str) -> Problem:
    return Problem("name", f"Another HTTP action of this bot is called “{name}”.")


def _same(one: Any, other: Any) -> bool:
    """Compares as JSON: in Python `true` equals 1, for the system that is called it does not."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)
