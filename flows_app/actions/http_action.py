import asyncio
import json
import math
from random import SystemRandom
from typing import Any

from flows_app.actions.answers import Unreadable, pick, read_json
from flows_app.actions.checking import IDEMPOTENCY_HEADER, check_http_action
from flows_app.actions.errors import UnknownOutcome
from flows_app.actions.placeholders import fill_json, fill_text
from flows_app.actions.urls import UrlTemplate
from flows_app.models import HttpAction
from flows_app.outbound import OutboundFailed, OutboundRefused, OutboundRequest, OutboundResponse, send
from flows_app.outbound import headers as header_rules
from flows_app.registry import ActionContext, ActionError
from flows_app.secrets import SecretUnreadable, decrypt

_METHODS_WITHOUT_BODY = (HttpAction.Method.GET, HttpAction.Method.DELETE)

# Answers of a system that is busy, as an error of its own (5xx) may be.
_PASSING = frozenset({408, 425, 429})
# Refusals that often come from a proxy or a limiter, when the system behind it may be at work already.
_REFUSED_TOO_LATE = frozenset({408, 429})

# “Done, and nothing to say”: how many systems answer a deletion.
_EMPTY = frozenset({204, 205})

_FIRST_PAUSE = 0.2
_LONGEST_PAUSE = 2.0


async def call_http_action(
    action: HttpAction, inputs: dict[str, Any], *, context: ActionContext, at_most: float = math.inf
) -> dict[str, Any]:
    """Calls the other system and gives the results that `outputs` names. Raises ActionError, or its UnknownOutcome.

    `action.timeout` is for one try, and `at_most` too. All tries carry the same Idempotency-Key.
    """
    request = request_for(action, inputs, context, at_most)
    for pause in _pauses(action):
        try:
            return _results(action, await send(request))
        except OutboundRefused as refused:
            raise ActionError(f"“{action.name}” was not called. {refused}") from None
        except (OutboundFailed, _Unsuccessful) as failure:
            if pause is None or not failure.repeatable:
                raise _error(action, failure) from None
        await asyncio.sleep(pause)
    raise AssertionError("the last try has no pause")


class _Unsuccessful(Exception):
    """An answer came, but not of the kind we want."""

    def __init__(self, reason: str, *, repeatable: bool, maybe_delivered: bool) -> None:
        super().__init__(reason)
        self.repeatable = repeatable
        self.maybe_delivered = maybe_delivered


def _pauses(action: HttpAction) -> list[float | None]:
    """One a try; None is the last. Jitter keeps conversations that failed together from coming back together."""
    retries = action.retries if action.idempotent else 0
    jitter = SystemRandom()
    pauses = [min(_FIRST_PAUSE * 2**number, _LONGEST_PAUSE) * jitter.uniform(0.5, 1.5) for number in range(retries)]
    return [*pauses, None]


def _error(action: HttpAction, failure: OutboundFailed | _Unsuccessful) -> ActionError:
    """Failed is only what can't have taken effect, or what an idempotent action could be asked for again in vain."""
    tried_in_vain = action.idempotent and failure.repeatable
    kind = UnknownOutcome if failure.maybe_delivered and not tried_in_vain else ActionError
    return kind(f"“{action.name}” gave no result. {failure}")


# The request


def request_for(
    action: HttpAction, inputs: dict[str, Any], context: ActionContext, at_most: float = math.inf
) -> OutboundRequest:
    """Raises ActionError if the action, or an input, can't be sent."""
    template = UrlTemplate.read(action.url)
    problems = check_http_action(action)
    if problems or template is None:
        raise ActionError(f"“{action.name}” can't be called. {' '.join(problems)}")
    known = {name: inputs.get(name) for name in action.inputs}
    body = _body(action, known)
    return OutboundRequest(
        method=action.method,
        url=template.fill(known),
        headers=_headers(action, known, context, has_body=body is not None),
        body=body,
        timeout=min(action.timeout, at_most),
    )


def _body(action: HttpAction, inputs: dict[str, Any]) -> bytes | None:
    if action.body is None and action.method in _METHODS_WITHOUT_BODY:
        return None
    content = inputs if action.body is None else fill_json(action.body, inputs)
    try:
        return json.dumps(content, allow_nan=False).encode("ascii")
    except (TypeError, ValueError):
        raise ActionError(f"“{action.name}” was not called: an input is no JSON.") from None


def _headers(action: HttpAction, inputs: dict[str, Any], context: ActionContext, *, has_body: bool) -> dict[str, str]:
    own = {"Accept": "application/json", **({"Content-Type": "application/json"} if has_body else {})}
    given = {name: fill_text(value, inputs) for name, value in action.headers.items()} | _secrets(action)
    taken = {name.lower() for name in given}
    headers = {name: value for name, value in own.items() if name.lower() not in taken} | given
    headers[IDEMPOTENCY_HEADER] = context.idempotency_key
    if problem := header_rules.problem(headers):
        raise ActionError(f"“{action.name}” was not called. {problem}")
    return headers


def _secrets(action: HttpAction) -> dict[str, str]:
    """The only place that decrypts them. They hold no placeholders: what was entered is what is sent."""
    try:
        return {name: decrypt(stored) for name, stored in action.secret_headers.items()}
    except SecretUnreadable as unreadable:
        raise ActionError(f"“{action.name}” was not called. {unreadable}") from None


# The answer


def _is_refusal(status: int) -> bool:
    """The other system has looked at the request and left it undone. An error of its own (5xx) says nothing of what
    it had done before."""
    return 400 <= status < 500 and status not in _REFUSED_TOO_LATE


def _results(action: HttpAction, response: OutboundResponse) -> dict[str, Any]:
    """The answer's own text never gets into an error: it may repeat what was sent, secrets included."""
    if not 200 <= response.status < 300:
        raise _Unsuccessful(
            f"The other system answered with status {response.status}.",
            repeatable=response.status in _PASSING or response.status >= 500,
            maybe_delivered=not _is_refusal(response.status),
        )
    if not response.body and (response.status in _EMPTY or not action.outputs):
        return dict.fromkeys(action.outputs)
    try:
        return pick(read_json(response.body), action.outputs)
    except Unreadable as unreadable:
        # It said yes, so it was done; a repetition would not make the answer readable.
        reason = f"The answer (status {response.status}) {unreadable}."
        raise _Unsuccessful(reason, repeatable=False, maybe_delivered=True) from None
