"""Limits what DSPy writes to the console and the log."""

import contextlib
import logging
import os
import sys
from collections.abc import Iterator


@contextlib.contextmanager
def kept_quiet() -> Iterator[None]:
    """Progress bars are for a terminal. DSPy's log quotes examples whole, and what users say is not for logs."""
    logger = logging.getLogger("dspy")
    level = logger.level
    logger.setLevel(logging.CRITICAL + 1)
    try:
        with _without_bars():
            yield
    finally:
        logger.setLevel(level)


@contextlib.contextmanager
def _without_bars() -> Iterator[None]:
    if sys.stderr.isatty():
        yield
        return
    with (
        open(os.devnull, "w", encoding="utf-8") as nowhere,
        contextlib.redirect_stdout(nowhere),
        contextlib.redirect_stderr(nowhere),
    ):
        yield
