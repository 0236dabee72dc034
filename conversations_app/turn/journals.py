"""Journals of flow instances, as rows: a page is a turn's entries of one instance."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Q

from conversations_app.concurrency.orm import in_orm_thread
from conversations_app.models import Conversation, JournalPage
from conversations_app.prepared import PreparedInsert
from flows_app.engine import DialogueState, FlowContext
from flows_app.engine.journal import Entry, read_page

_single_page = PreparedInsert(JournalPage)


class StoredJournals:
    """Journals of earlier turns; read only where a flow is walked, and once a turn."""

    def __init__(self, conversation_id: UUID):
        self._conversation_id = conversation_id
        self._read: dict[str, Mapping[str, Sequence[Entry]]] = {}

    async def read(self, task: str) -> Mapping[str, Sequence[Entry]]:
        if task not in self._read:
            self._read[task] = await in_orm_thread(self._journals, task)
        return self._read[task]

    def _journals(self, task: str) -> dict[str, list[Entry]]:
        journals: dict[str, list[Entry]] = {}
        for page in JournalPage.objects.filter(conversation_id=self._conversation_id, task=task):
            journals.setdefault(str(page.flow_id), []).extend(read_page(page.entries, page.at, page.turn_seq))
        return journals


def store_pages(conversation: Conversation, state: DialogueState, turn_seq: int, now: datetime) -> None:
    """Inside the closing transaction, in one statement."""
    pages = [
        JournalPage(conversation=conversation, task=task, flow_id=flow_id, turn_seq=turn_seq, at=now, entries=entries)
        for task, flows in (state.get("_entries") or {}).items()
        for flow_id, entries in flows.items()
        if entries
    ]
    if len(pages) == 1:
        _single_page.insert(pages[0])
    elif pages:
        JournalPage.objects.bulk_create(pages)


def forget_ended_tasks(conversation: Conversation, before: Iterable[FlowContext], after: Iterable[FlowContext]) -> None:
    """A task that has left the stack takes its journals along, sensitive values and all."""
    ended = {flow["task"] for flow in before} - {flow["task"] for flow in after}
    if ended:
        conversation.journal_pages.filter(task__in=ended).delete()


def forget_journals(conversation: Conversation) -> None:
    """Deletes the journals of a conversation that is closed: nothing in it goes on."""
    conversation.journal_pages.all().delete()


def forget_lost_turns(conversation: Conversation, restored: Mapping[str, Any]) -> None:
    """Deletes pages after the state was lost: only those of turns and tasks that the restored state knows stay."""
    tasks = {flow["task"] for flow in restored.get("flow_stack") or ()}
    lost = Q(turn_seq__gt=restored.get("last_inbound_seq", 0)) | ~Q(task__in=tasks)
    conversation.journal_pages.filter(lost).delete()
