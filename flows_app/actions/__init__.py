"""Actions that authors define themselves: HTTP calls, sent through `flows_app.outbound`."""

from flows_app.actions.checking import Problem, check_http_action, problems_of
from flows_app.actions.errors import UnknownOutcome
from flows_app.actions.http_action import call_http_action

__all__ = ["Problem", "UnknownOutcome", "call_http_action", "check_http_action", "problems_of"]
