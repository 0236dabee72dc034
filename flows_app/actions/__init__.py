"""Actions that authors define themselves: HTTP calls, sent through `flows_app.outbound`."""

from flows_app.actions.checking import check_http_action
from flows_app.actions.errors import UnknownOutcome
from flows_app.actions.http_action import call_http_action

__all__ = ["UnknownOutcome", "call_http_action", "check_http_action"]
