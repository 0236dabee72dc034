"""Parts of a conversation's page. Sensitive values are masked: the reader is not the user."""

import json
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext

from conversations_app.models import ActionReceipt, Conversation, FlowRun, Message
from conversations_app.verbs.inspection import inspect
from flows_app.masking import masked_text

MESSAGES_SHOWN = 200
ROWS_SHOWN = 50


def transcript(conversation: Conversation) -> str:
    newest = conversation.messages.order_by("-seq")[:MESSAGES_SHOWN]
    return render_to_string(
        "admin/conversations_app/conversation/transcript.html",
        {
            "messages": [(message, _text(message)) for message in reversed(newest)],
            "left_out": max(conversation.last_seq - MESSAGES_SHOWN, 0),
        },
    )


def _text(message: Message) -> str:
    return masked_text(message.text, sensitive=message.sensitive) or message.event


def runs_table(conversation: Conversation) -> str:
    runs = conversation.flow_runs.select_related("version__flow").order_by("-started_at")
    rows = [
        (
            run.version.flow.name,
            run.version.number,
            run.step or "—",
            run.get_status_display().lower(),
            _time(run.started_at),
        )
        for run in runs[:ROWS_SHOWN]
    ]
    titles = (gettext("Flow"), gettext("Version"), gettext("Step"), gettext("Status"), gettext("Started"))
    return _table(titles, rows, runs.count())


def slots_table(conversation: Conversation) -> str:
    by_flow: dict[str, dict[str, Any]] = inspect(conversation)["slots"]
    rows = [
        (flow, slot, json.dumps(value, ensure_ascii=False) if not isinstance(value, str) else value)
        for flow, slots in by_flow.items()
        for slot, value in slots.items()
    ]
    return _table((gettext("Flow"), gettext("Slot"), gettext("Value")), rows, len(rows))


def receipts_table(conversation: Conversation) -> str:
    """Table of the actions that were begun and how they ended; never their inputs or results."""
    receipts = conversation.receipts.order_by("-begun_at")
    shown = list(receipts[:ROWS_SHOWN])
    flows = _flow_names(shown)
    rows = [
        (flows.get(receipt.flow_id, "—"), receipt.step, _time(receipt.begun_at), _time(receipt.ended_at), _end(receipt))
        for receipt in shown
    ]
    titles = (gettext("Flow"), gettext("Step"), gettext("Begun"), gettext("Ended"), gettext("How"))
    return _table(titles, rows, receipts.count())


def _flow_names(receipts: Iterable[ActionReceipt]) -> dict[Any, str]:
    runs = FlowRun.objects.filter(flow_id__in={receipt.flow_id for receipt in receipts})
    return dict(runs.values_list("flow_id", "version__flow__name"))


def _end(receipt: ActionReceipt) -> str:
    if receipt.outcome is None:
        return gettext("not ended")
    return receipt.outcome.get("error_type") or gettext("done")


def _time(moment: datetime | None) -> str:
    return timezone.localtime(moment).strftime("%Y-%m-%d %H:%M:%S") if moment else "—"


def _table(titles: Sequence[str], rows: Sequence[Sequence[Any]], count: int) -> str:
    return render_to_string(
        "admin/conversations_app/conversation/rows.html",
        {"titles": titles, "rows": rows, "left_out": count - len(rows)},
    )
