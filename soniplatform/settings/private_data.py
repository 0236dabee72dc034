"""Standalone data is for one account of the machine alone: messages, and the key that opens the secrets."""

import stat
from contextlib import suppress
from pathlib import Path

from soniplatform.settings.environment import DATA_DIR

DATABASE_FILE = DATA_DIR / "soni.sqlite3"
_FILES = ("soni.sqlite3", "soni.sqlite3-wal", "soni.sqlite3-shm", "secret-key", "admin-password")


def prepare_data_dir() -> None:
    """Makes it, and closes what an earlier version has left open. SQLite's further files get the database's mode."""
    DATA_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
    _close(DATA_DIR, 0o700)
    for name in _FILES:
        _close(DATA_DIR / name, 0o600)


def _close(path: Path, mode: int) -> None:
    # Files of another account are that account's to close.
    with suppress(FileNotFoundError, PermissionError):
        now = path.stat().st_mode
        # A sticky directory, such as /tmp, is shared on purpose.
        if now & 0o077 and not now & stat.S_ISVTX:
            path.chmod(mode)
