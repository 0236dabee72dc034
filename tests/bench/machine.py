"""On what was measured. Nothing that names the machine itself."""

import os
import platform
from importlib.metadata import version
from pathlib import Path

import psycopg
import redis

from tests.bench.world import World

_PACKAGES = {"Django": "Django", "LangGraph": "langgraph", "Celery": "celery", "Channels": "channels"}


def machine() -> str:
    gigabytes = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1e9
    return f"{len(os.sched_getaffinity(0))} cores of {_processor()}, {gigabytes:.0f} GB"


def _processor() -> str:
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.machine()


def versions(world: World) -> str:
    with psycopg.connect(world.database_url) as connection:
        postgresql = str(connection.info.parameter_status("server_version")).split()[0]
    with redis.Redis.from_url(world.redis_url) as client:
        redis_version = client.info("server")["redis_version"]
    services = f"PostgreSQL {postgresql}, Redis {redis_version}"
    packages = ", ".join(f"{name} {version(package)}" for name, package in _PACKAGES.items())
    return f"Python {platform.python_version()}, {packages}, {services}"
