"""Redis as Celery's broker, which may go away and come back while tasks run."""

from typing import Any

from kombu.transport import redis
from redis.exceptions import ConnectionError as RedisConnectionError


class Channel(redis.Channel):
    def _connparams(self, asynchronous: bool = False) -> Any:
        """Says in a way that Celery knows how to take that the connection is gone.

        When it is lost, Celery 5.7 closes it twice; giving back unfinished tasks, or acknowledging one, then
        stumbles over a connection without parameters. Celery takes that for an error of its own: the worker
        neither works on nor ends.
        """
        if self.connection.client is None:
            raise RedisConnectionError("The connection to the broker has been closed.")
        return super()._connparams(asynchronous=asynchronous)  # type: ignore[no-untyped-call]


class Transport(redis.Transport):
    Channel = Channel
