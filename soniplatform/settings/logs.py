"""One way for every log line: on standard error, readable on one's own machine, a JSON object a line in a deployment.

LOG_LEVEL is for our own lines and those of plugins. Libraries never say more than INFO: at DEBUG they print what passes
through them, such as frames, SQL parameters and prompts.
"""

import logging

import structlog
from django.core.exceptions import ImproperlyConfigured

from soniplatform.observing.log_lines import common_processors, rendering
from soniplatform.settings.environment import STANDALONE_DATABASE, STANDALONE_WORKER, env
from soniplatform.settings.plugins import SONI_PLUGINS

LOG_FORMAT = env("LOG_FORMAT", default="console" if STANDALONE_DATABASE and STANDALONE_WORKER else "json")
if LOG_FORMAT not in ("console", "json"):
    raise ImproperlyConfigured("LOG_FORMAT is “console” or “json”.")

_LEVELS = logging.getLevelNamesMapping()
LOG_LEVEL: str = env("LOG_LEVEL", default="INFO").upper()
if LOG_LEVEL not in _LEVELS:
    raise ImproperlyConfigured("LOG_LEVEL is one of DEBUG, INFO, WARNING, ERROR and CRITICAL.")


def _not_below(level: str) -> str:
    return max(level, LOG_LEVEL, key=_LEVELS.__getitem__)


_COMMON = common_processors("iso" if LOG_FORMAT == "json" else "%Y-%m-%d %H:%M:%S")

structlog.configure(
    processors=[
        structlog.stdlib.filter_by_level,
        *_COMMON,
        structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
    ],
    logger_factory=structlog.stdlib.LoggerFactory(),
    wrapper_class=structlog.stdlib.BoundLogger,
    cache_logger_on_first_use=True,
)

_SERVER = ("uvicorn", "uvicorn.error", "uvicorn.access")
_OURS = ("soniplatform", "flows_app", "conversations_app", "django_structlog", *SONI_PLUGINS)

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "()": structlog.stdlib.ProcessorFormatter,
            "foreign_pre_chain": _COMMON,
            "processors": rendering(as_json=LOG_FORMAT == "json"),
        }
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": _not_below("INFO")},
    "loggers": {
        "django": {"handlers": ["console"], "level": _not_below("INFO"), "propagate": False},
        # These lines carry the id of their request or task already, by django_structlog.
        "django.request": {"level": "CRITICAL"},
        "celery.app.trace": {"level": "CRITICAL"},
        # A line for every task and every request drowns what matters.
        "celery": {"level": _not_below("WARNING")},
        "httpx": {"level": _not_below("WARNING")},
        # The server comes with handlers of its own, and with a line for every socket that shows its ticket.
        **{name: {"handlers": [], "level": _not_below("WARNING"), "propagate": True} for name in _SERVER},
        **{name: {"level": LOG_LEVEL} for name in _OURS},
    },
}

# Requests and tasks that went well, and their beginnings, are told at DEBUG; what a client did wrong at INFO.
DJANGO_STRUCTLOG_STATUS_DEFAULT_LOG_LEVEL = logging.DEBUG
DJANGO_STRUCTLOG_STATUS_4XX_LOG_LEVEL = logging.INFO
DJANGO_STRUCTLOG_REQUEST_CANCELLED_LOG_LEVEL = logging.INFO
DJANGO_STRUCTLOG_CELERY_ENABLED = True
DJANGO_STRUCTLOG_CELERY_DEFAULT_LOG_LEVEL = logging.DEBUG
# Addresses and accounts stay out of the log: they are nobody's business, and looking up the account costs statements.
DJANGO_STRUCTLOG_IP_LOGGING_ENABLED = False
DJANGO_STRUCTLOG_USER_ID_FIELD = ""
