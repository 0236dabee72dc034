"""Lanes of a test run: tests of one kind, on one database. `tests.run` cuts them into shards."""

import json
import os
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

import pytest

POSTGRESQL = "postgresql"
SQLITE = "sqlite"
PROCESSES = "processes"
PAGES = "pages"
LANES = (POSTGRESQL, SQLITE, PROCESSES, PAGES)

# Environment variables of a pytest process: the lane it runs, and the files to write its plan or its durations to.
LANE = "TEST_LANE"
PLAN = "TEST_PLAN"
RECORD = "TEST_RECORD"
# Set by `make nightly`: everything, on both databases, and properties with many examples.
NIGHTLY = "TEST_NIGHTLY"

# Files and folders about what a database can make different. Others mark single tests or modules with `both_databases`.
ON_BOTH_DATABASES = (
    "admin/test_conversation_pages.py",  # searches and filters
    "admin/test_draft_locking.py",
    "api/test_archived_bots.py",
    "api/test_idempotency.py",
    "api/test_listing.py",  # order, paging
    "api/test_message_pages.py",
    "checkpointing",
    "confirmations",
    "credentials/test_tokens.py",
    "delivery/test_public_messages.py",
    "drafts",
    "editor/test_history.py",
    "editor/test_saving.py",
    "exchange/test_importing.py",
    "flows/test_audit.py",
    "flows/test_catalogues.py",
    "flows/test_publishing.py",
    "flows/test_retention_default.py",
    "flows/test_rollback.py",
    "flows/test_withdraw.py",
    "observing/test_readiness.py",
    "security/test_expiring.py",
    "simulator/test_leaving_nothing.py",
    "standalone",
    "statistics",
    "test_architecture.py",  # migrations
    "test_one_transaction.py",
    "turn",
    "understanding/catalogues/test_enqueueing.py",
    "understanding/catalogues/test_fitting.py",
    "understanding/marked",
    "upgrading",
    "verbs",
    "webhooks",
)
_TESTS = Path(__file__).parent.parent


def is_on_both_databases(path: Path) -> bool:
    inside = path.relative_to(_TESTS)
    return any(str(place) in ON_BOTH_DATABASES for place in (inside, *inside.parents))


def lanes_of(item: pytest.Item) -> Sequence[str]:
    marks = {marker.name for marker in item.iter_markers()}
    if "pages" in marks:
        return [PAGES]
    if "processes" in marks:
        return [PROCESSES]
    on_both = "both_databases" in marks or ("database" in marks and NIGHTLY in os.environ)
    return [POSTGRESQL, SQLITE] if on_both else [POSTGRESQL]


def write_plan(items: Sequence[pytest.Item]) -> None:
    """Files by lane."""
    plan: dict[str, set[str]] = defaultdict(set)
    for item in items:
        for lane in lanes_of(item):
            plan[lane].add(item.nodeid.split("::")[0])
    Path(os.environ[PLAN]).write_text(json.dumps({lane: sorted(files) for lane, files in plan.items()}))


class Recorder:
    """Adds up how long the tests of each file take, with what is set up for them."""

    def __init__(self) -> None:
        self._seconds: dict[str, float] = defaultdict(float)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._seconds[report.nodeid.split("::")[0]] += report.duration

    def pytest_sessionfinish(self) -> None:
        durations = {file: round(seconds, 1) for file, seconds in self._seconds.items()}
        Path(os.environ[RECORD]).write_text(json.dumps(durations))
