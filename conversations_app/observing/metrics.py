"""Counters and timers, a function for each place that counts. Names and labels are known here alone.

Each call takes microseconds and none asks the database. `began` is always a `time.perf_counter()`. Labels come from
short lists or from what authors have named (actions), never from users: each of their values is kept for ever.
"""

import time
from concurrent.futures import Future
from contextlib import AbstractContextManager
from datetime import datetime
from typing import Any, Literal, get_args

from django.utils import timezone
from prometheus_client import Counter, Gauge, Histogram, disable_created_metrics

disable_created_metrics()  # type: ignore[no-untyped-call]

TurnOutcome = Literal["done", "failed", "silent"]

_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60)

_posted = Counter("soni_messages_posted_total", "Inbound messages, by whether they were new or sent again.", ["kind"])
_waited = Histogram(
    "soni_message_wait_seconds", "From a message's arrival to the beginning of its turn.", buckets=(*_SECONDS, 300)
)
_turns = Counter("soni_turns_total", "Turns that have ended, by outcome.", ["outcome"])
_turn_seconds = Histogram("soni_turn_seconds", "Length of a turn's last attempt.", buckets=_SECONDS)
_turn_failures = Counter("soni_turn_failures_total", "Attempts at a turn that ended in an error.")
_turn_repeats = Counter("soni_turn_repeats_total", "Turns begun again, after an error or in place of a lost worker.")
_leases_lost = Counter("soni_leases_lost_total", "Workers that were too late: another had taken over.")
_swept = Counter("soni_sweeper_finds_total", "Conversations with messages that nobody worked on.")
_actions = Counter("soni_actions_total", "Actions that were run, by outcome.", ["action", "outcome"])
_action_seconds = Histogram("soni_action_seconds", "Length of an action, all its tries.", ["action"], buckets=_SECONDS)
_action_retries = Counter("soni_action_retries_total", "Further tries of idempotent actions.", ["action"])
_action_hangs = Counter("soni_action_hangs_total", "Synchronous actions that ran on when their time was over.")
_understood = Counter("soni_messages_understood_total", "Messages by what made commands of them.", ["provider"])
_understanding_seconds = Histogram(
    "soni_understanding_seconds", "Time that a provider took for a message.", ["provider"], buckets=_SECONDS
)
_dropped_commands = Counter(
    "soni_commands_dropped_total", "Commands of a language model that were not let through.", ["reason"]
)
_push_failures = Counter("soni_push_failures_total", "Pushes that did not reach the channel layer.")
_sent_to_providers = Counter(
    "soni_channel_messages_total",
    "Tries to send a message to a provider, by channel and outcome.",
    ["channel", "outcome"],
)
_enqueue_failures = Counter("soni_enqueue_failures_total", "Turns that the broker did not take; the sweeper does.")
_rate_limited = Counter("soni_rate_limited_total", "Requests and frames that a rate limit refused.", ["limit"])
_rate_limit_failures = Counter("soni_rate_limit_failures_total", "Times that Redis could not be asked for a limit.")
# A process that has ended has nothing open: only live ones are added up.
_sockets = Gauge("soni_sockets_open", "WebSockets that are connected.", multiprocess_mode="livesum")
_loop_tasks = Gauge("soni_event_loop_tasks", "Turns and pushes on the event loop.", multiprocess_mode="livesum")

# From zero on, so that the very first failure is a growth that somebody can be woken by.
for _outcome in get_args(TurnOutcome):
    _turns.labels(_outcome)


def message_posted(*, new: bool) -> None:
    _posted.labels("new" if new else "repeated").inc()


def turn_began(arrived_at: datetime, *, repeated: bool) -> float:
    """Gives the moment, for `turn_ended`. How long its message waited is told once, whatever comes after."""
    if repeated:
        _turn_repeats.inc()
    else:
        _waited.observe(max((timezone.now() - arrived_at).total_seconds(), 0))
    return time.perf_counter()


def turn_ended(outcome: TurnOutcome, began: float) -> None:
    _turns.labels(outcome).inc()
    _turn_seconds.observe(time.perf_counter() - began)


def turn_failed() -> None:
    _turn_failures.inc()


def lease_lost() -> None:
    _leases_lost.inc()


def sweeper_found(conversations: int) -> None:
    _swept.inc(conversations)


def enqueue_failed() -> None:
    _enqueue_failures.inc()


def push_failed() -> None:
    _push_failures.inc()


def sent_to_provider(channel: str, outcome: str) -> None:
    _sent_to_providers.labels(channel, outcome).inc()


def action_ended(name: str, error_type: str, began: float) -> None:
    _actions.labels(name, error_type or "done").inc()
    _action_seconds.labels(name).observe(time.perf_counter() - began)


def action_tried_again(name: str) -> None:
    _action_retries.labels(name).inc()


def action_hangs() -> None:
    _action_hangs.inc()


def message_understood(provider: str) -> None:
    _understood.labels(provider).inc()


def provider_answered(provider: str, began: float) -> None:
    _understanding_seconds.labels(provider).observe(time.perf_counter() - began)


def command_dropped(reason: str) -> None:
    _dropped_commands.labels(reason).inc()


def socket_open() -> AbstractContextManager[Any]:
    return _sockets.track_inprogress()


def rate_limited(limit: str) -> None:
    _rate_limited.labels(limit).inc()


def rate_limits_failed() -> None:
    _rate_limit_failures.inc()


def handed_to_event_loop() -> None:
    _loop_tasks.inc()


def done_on_event_loop(_: "Future[Any]") -> None:
    _loop_tasks.dec()
