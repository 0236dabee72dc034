from django.utils.translation import gettext

from flows_app.drafts import DraftChanged, lock_draft
from flows_app.models import Bot, Flow
from flows_app.publishing.errors import DraftMovedOn


def lock_for_publishing(flow: Flow, *, expected_revision: int | None = None) -> Flow:
    """The flow as it is now, its draft and its bot's publications held still until the transaction ends.

    The bot's row makes its publishers take turns: otherwise one could withdraw a flow while another publishes a
    call of it. `no_key` lets conversations start meanwhile, which only refer to that row.
    """
    Bot.objects.select_for_update(no_key=True).get(pk=flow.bot_id)
    try:
        return lock_draft(flow.pk, expected_revision=expected_revision)
    except DraftChanged as changed:
        raise _moved_on(changed) from changed


def as_it_is_now(flow: Flow, *, expected_revision: int | None = None) -> Flow:
    """Read again without a lock: a caller's copy may be older than the last publication, or than somebody's save."""
    now = Flow.objects.select_related("bot", "current_version").get(pk=flow.pk)
    if expected_revision is not None and now.draft_revision != expected_revision:
        raise _moved_on(DraftChanged(now, expected_revision))
    return now


def _moved_on(changed: DraftChanged) -> DraftMovedOn:
    advice = gettext("Look at it again first.")
    return DraftMovedOn(f"{changed} {advice}")
