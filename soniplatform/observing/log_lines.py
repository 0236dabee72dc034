"""How a log line is made: the same for structlog's loggers, for ours and for those of libraries.

Nothing that holds the values of variables goes into a line: no locals in tracebacks, no `extra` of libraries
(Django's is the whole request).
"""

import re
import sys

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

from flows_app.masking import MASK

_QUERY_STRING = re.compile(r"(?<=[^\s?])\?[^\s?\"'<>]*=[^\s\"'<>]*")


def hide_query_strings(_: WrappedLogger, __: str, event: EventDict) -> EventDict:
    """They may hold a credential: the server itself logs every socket's address with its ticket."""
    for part in ("event", "exception"):
        text = event.get(part)
        if isinstance(text, str) and "?" in text:
            event[part] = _QUERY_STRING.sub(f"?{MASK}", text)
    return event


def common_processors(time_format: str) -> list[Processor]:
    """Gives the processors for every line, wherever it comes from; they run on the thread that logs it."""
    return [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt=time_format, utc=time_format == "iso"),
    ]


def rendering(*, as_json: bool) -> list[Processor]:
    return [
        structlog.stdlib.ProcessorFormatter.remove_processors_meta,
        structlog.processors.format_exc_info,
        hide_query_strings,
        structlog.processors.JSONRenderer() if as_json else _console(),
    ]


def _console() -> Processor:
    # The pretty tracebacks that it would choose by itself show the values of variables.
    return structlog.dev.ConsoleRenderer(
        colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback, pad_event_to=0
    )
