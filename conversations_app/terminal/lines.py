"""Typed lines, from a keyboard or from a pipe."""

import sys
from collections.abc import Iterator
from contextlib import suppress

from conversations_app.terminal.plain import plain
from conversations_app.terminal.screen import Write

PROMPT = "> "


def typed_lines(write: Write) -> Iterator[str]:
    """Ends with Ctrl-D or at the end of the pipe."""
    return _from_keyboard(write) if sys.stdin.isatty() else _from_pipe(write)


def _from_keyboard(write: Write) -> Iterator[str]:
    with suppress(ImportError):
        import readline  # noqa: F401  `input` then lets one edit a line, and go back to earlier ones
    try:
        while True:
            yield input(PROMPT)
    except EOFError:
        write("")  # the prompt's line is still open


def _from_pipe(write: Write) -> Iterator[str]:
    """Each line is written too, so that what comes out reads as a conversation."""
    for line in sys.stdin:
        write(plain(f"{PROMPT}{line.rstrip()}"))
        yield line
