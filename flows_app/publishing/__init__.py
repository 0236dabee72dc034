"""Verbs that turn drafts into versions and back: one verb a module, each with right, check, log entry and signal
inside.

Admin, API, commands and tests all act through these verbs, so that they can't behave differently.
"""

from flows_app.publishing.cataloguing import catalogue_of
from flows_app.publishing.compare import Change, Subject, Tag, compare
from flows_app.publishing.errors import (
    DraftMovedOn,
    NothingToPublish,
    NothingToRestore,
    NothingToWithdraw,
    PublishingError,
    PublishRefused,
    SecondPersonNeeded,
    StillNeeded,
    TestsFailed,
)
from flows_app.publishing.publish import PublishFlow
from flows_app.publishing.restore import RestoreDraft
from flows_app.publishing.rollback import RollBackFlow
from flows_app.publishing.signals import flow_published, flow_withdrawn
from flows_app.publishing.withdraw import WithdrawFlow

__all__ = [
    "Change",
    "DraftMovedOn",
    "NothingToPublish",
    "NothingToRestore",
    "NothingToWithdraw",
    "PublishFlow",
    "PublishRefused",
    "PublishingError",
    "RestoreDraft",
    "RollBackFlow",
    "SecondPersonNeeded",
    "StillNeeded",
    "Subject",
    "Tag",
    "TestsFailed",
    "WithdrawFlow",
    "catalogue_of",
    "compare",
    "flow_published",
    "flow_withdrawn",
]
