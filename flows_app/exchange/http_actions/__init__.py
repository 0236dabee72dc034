"""HTTP actions of a bot, out and in. Files hold only the names of their secrets."""

from flows_app.exchange.http_actions.checking import check_actions, notice_missing_secrets
from flows_app.exchange.http_actions.importing import write_actions
from flows_app.exchange.http_actions.removing import remove_unnamed_actions
from flows_app.exchange.http_actions.rows import action_as_written

__all__ = [
    "action_as_written",
    "check_actions",
    "notice_missing_secrets",
    "remove_unnamed_actions",
    "write_actions",
]
