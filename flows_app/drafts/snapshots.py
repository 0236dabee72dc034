"""Drafts as they were before something replaced them."""

from django.contrib.auth.models import User

from flows_app.drafts.reading import document_of
from flows_app.limits import SNAPSHOTS_KEPT
from flows_app.models import DraftSnapshot, Flow
from flows_app.rights import Person


def keep_snapshot(flow: Flow, person: Person, reason: str) -> DraftSnapshot:
    """Stores a snapshot of the draft as it is now. The caller holds the flow's lock."""
    kept = DraftSnapshot.objects.create(
        flow=flow, document=document_of(flow), author=person if isinstance(person, User) else None, reason=reason
    )
    older = flow.snapshots.values_list("pk", flat=True)[SNAPSHOTS_KEPT:]
    DraftSnapshot.objects.filter(pk__in=list(older)).only("pk").delete()
    return kept
