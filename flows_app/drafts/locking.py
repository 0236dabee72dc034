"""Two people on one draft: the second to save is told, and overwrites nothing."""

from django.contrib.auth.models import AnonymousUser, User
from django.utils.translation import gettext

from flows_app.models import Flow


class DraftChanged(Exception):
    """Somebody else has saved the draft since it was read."""

    def __init__(self, flow: Flow, expected: int):
        super().__init__(
            gettext(
                "“{flow}” was changed by somebody else meanwhile (revision {revision}, yours is {expected})."
            ).format(flow=flow, revision=flow.draft_revision, expected=expected)
        )
        self.flow = flow


def lock_draft(flow_id: int, *, expected_revision: int | None = None) -> Flow:
    """The flow's row, locked until the transaction ends, if nobody has changed the draft since that revision."""
    flow = (
        Flow.objects.select_for_update(of=("self",), no_key=True)
        .select_related("bot", "current_version", "draft_saved_by")
        .get(pk=flow_id)
    )
    if expected_revision is not None and flow.draft_revision != expected_revision:
        raise DraftChanged(flow, expected_revision)
    return flow


def note_change(flow: Flow, user: User | AnonymousUser | None) -> None:
    """Counts a change of the draft, and remembers whose it was."""
    flow.draft_revision += 1
    flow.draft_saved_by = user if isinstance(user, User) else None
    if user is not None and user.pk is not None and user.pk not in flow.draft_editors:
        flow.draft_editors = [*flow.draft_editors, user.pk]
    flow.save(update_fields=["draft_revision", "draft_editors", "draft_saved_by", "updated_at"])
