"""A language model's server, on loopback: OpenAI's chat completions over real HTTP, answered by a script.

In a test's own process it runs on a thread (`LMServer`); for stories with workers it is a process of its own
(`python -m tests.support.lm_server --port 8123 --script answers.json`).
"""

from tests.support.lm_server.answers import (
    Answer,
    broken_json,
    fails,
    given_commands,
    given_values,
    hangs,
    resets,
    says,
    written,
)
from tests.support.lm_server.requests import SeenRequest
from tests.support.lm_server.scripts import Script, always, by_pass, by_text, in_order
from tests.support.lm_server.server import LMServer

__all__ = [
    "Answer",
    "LMServer",
    "Script",
    "SeenRequest",
    "always",
    "broken_json",
    "by_pass",
    "by_text",
    "fails",
    "given_commands",
    "given_values",
    "hangs",
    "in_order",
    "resets",
    "says",
    "written",
]
