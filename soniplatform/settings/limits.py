"""How much one client may ask for. Each limit is an environment variable, such as SONI_LIMIT_START_BY_BOT=600/minute.

“60/minute:20”: sixty a minute, and at most twenty of them at once. Without a number of its own, the burst is the whole.
“0” switches a limit off.
"""

import re

from django.core.exceptions import ImproperlyConfigured

from soniplatform.settings.environment import env

SONI_RATE_LIMITS = env.bool("SONI_RATE_LIMITS", default=True)

# Proxies in front of us that append to X-Forwarded-For. Entries before those are the client's own invention.
TRUSTED_PROXIES = env.int("SONI_TRUSTED_PROXIES", default=0)

_DEFAULTS = {
    # Without a key, from a page.
    "start_by_address": "20/minute",
    "start_by_bot": "300/minute",
    "message_by_conversation": "60/minute",
    # Limits of end users, over REST and sockets together; keys have their own.
    "message_by_address": "300/minute:60",
    "message_by_key": "1200/minute",
    "message_by_staff": "600/minute",
    "request_by_conversation": "600/minute",
    "request_by_key": "600/minute",
    "request_by_staff": "600/minute",
    "request_by_address": "600/minute",
    # Each may be long, and is counted as a request besides.
    "export_by_holder": "30/minute:10",
    "frame_by_conversation": "120/minute:60",
    "frame_by_socket": "60/minute:30",
}
_SECONDS = {"second": 1, "minute": 60, "hour": 3_600}
_FORM = re.compile(r"(\d{1,6})/(second|minute|hour)(?::(\d{1,6}))?")


def _read(name: str, default: str) -> tuple[int, int, int]:
    """How many, in how many seconds, and how many at once."""
    variable = f"SONI_LIMIT_{name.upper()}"
    text: str = env(variable, default=default).strip()
    if text == "0":
        return 0, 0, 0
    form = _FORM.fullmatch(text)
    if form is None or not int(form[1]) or form[3] == "0":
        raise ImproperlyConfigured(f"{variable} is written like 60/minute, or 60/minute:20 with its burst, or 0.")
    return int(form[1]), _SECONDS[form[2]], int(form[3] or form[1])


RATE_LIMITS = {name: _read(name, default) for name, default in _DEFAULTS.items()}

# Open at once on one web process; 0 switches a limit off. Sockets and event streams count together.
OPEN_LIMITS = {
    "open_by_conversation": env.int("SONI_LIMIT_OPEN_BY_CONVERSATION", default=20),
    "open_by_address": env.int("SONI_LIMIT_OPEN_BY_ADDRESS", default=200),
    # Requests whose body has not come in whole.
    "half_sent_by_address": env.int("SONI_LIMIT_HALF_SENT_BY_ADDRESS", default=50),
}
# For a body to come in whole: of the API, and of pages, whose forms and files may be larger.
API_BODY_SECONDS = env.float("SONI_API_BODY_SECONDS", default=20)
PAGE_BODY_SECONDS = env.float("SONI_PAGE_BODY_SECONDS", default=120)

# Bytes of a body that the API reads; an import may be as large as a page's form.
API_BODY_BYTES = 64_000
API_IMPORT_BYTES = 1_000_000
# Bytes of every other body; parts that are no files are held to DATA_UPLOAD_MAX_MEMORY_SIZE besides.
PAGE_BODY_BYTES = 10_000_000
