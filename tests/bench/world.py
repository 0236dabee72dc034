"""A PostgreSQL and a Redis for one run, and the platform's processes on them."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.support.deployment import Deployment

SETTINGS = {"SONI_PLUGINS": "tests.bench.plugin", "LOG_LEVEL": "WARNING", "SONI_RATE_LIMITS": "false"}
# As docs/operating.md has it for turns that wait for nothing.
THREADS = 32


@dataclass(frozen=True)
class World:
    database_url: str
    redis_url: str
    directory: Path

    @contextmanager
    def deployed(self, threads: int = THREADS, **settings: str) -> Iterator[Deployment]:
        """One web process and one worker, fresh: no measurement finds what another has left in them."""
        deployment = Deployment(
            self.database_url, self.redis_url, self.directory, SETTINGS | settings, workers=1, threads=threads
        )
        try:
            deployment.start()
            yield deployment
        finally:
            deployment.kill()
