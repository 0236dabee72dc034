"""Accepts any JSON object that can be stored as a document. Findings say whether it is a flow."""

from typing import Any

from django.utils.translation import gettext

from flows_app.drafts.places import steps_in
from flows_app.drafts.taking_apart import Written
from flows_app.limits import DOCUMENT_DEPTH, STEPS_PER_FLOW
from flows_app.plain_json import check_storable


class DocumentRefused(ValueError):
    """It is too large, or nothing that a database could hold. The text is for the author."""


def checked_document(value: Any) -> Written:
    if not isinstance(value, dict):
        raise DocumentRefused(gettext("A document is an object with the flow's name, slots and steps."))
    try:
        check_storable(value, at_most=DOCUMENT_DEPTH)
    except ValueError as refused:
        raise DocumentRefused(str(refused)) from None
    # The bot's own affair: a client that sends them back must not freeze them here.
    document = {key: part for key, part in value.items() if key != "bot_slots"}
    if sum(1 for _ in steps_in(document)) > STEPS_PER_FLOW:
        raise DocumentRefused(gettext("A flow has at most {count:,} steps; divide it.").format(count=STEPS_PER_FLOW))
    return document
