"""The name of a flow: others call it by that, so it can't be changed as freely as the rest of a draft."""

import re
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext

from flows_app.flow_language.base import NAME_PATTERN
from flows_app.limits import NAME_LENGTH
from flows_app.models import Flow
from flows_app.validation.findings import Finding, error


def take_name(flow: Flow, name: Any) -> None:
    """Renames the flow if it can have the name. If not, the draft keeps it in mind beside the real one: a name that
    somebody is still typing must not keep the rest from being saved."""
    if name == flow.name:
        return
    if not _is_name(name) or name_refused(flow, name) or not _renamed(flow, name):
        flow.data = {**flow.data, "name": name}


def name_refused(flow: Flow, name: str) -> Finding | None:
    """Why the flow can't be called that."""
    if name == flow.name:
        return None
    if flow.versions.exists():
        sentence = gettext(
            "“{flow}” keeps its name once it is published: other flows call it by that. Put it back."
        ).format(flow=flow.name)
        return error("name_fixed", sentence, field="name")
    if Flow.objects.filter(bot=flow.bot_id, name=name).exclude(pk=flow.pk).exists():
        return error(
            "name_taken",
            gettext("Another flow of this bot is called “{name}”: choose another name.").format(name=name),
            field="name",
        )
    return None


def _is_name(name: Any) -> bool:
    return isinstance(name, str) and len(name) <= NAME_LENGTH and re.fullmatch(NAME_PATTERN, name) is not None


def _renamed(flow: Flow, name: str) -> bool:
    """False if somebody else has taken the name in this very moment."""
    before = flow.name
    try:
        with transaction.atomic():
            flow.name = name
            flow.save(update_fields=["name"])
    except IntegrityError:
        flow.name = before
        return False
    return True
