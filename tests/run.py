"""The whole test run (`make test`): starts PostgreSQL and Redis, and runs the tests in shards, one on each core.

A lane is one kind of tests, with the database that it runs on. Its files are cut into shards of about equal length, by
the durations of an earlier run (`make durations` writes them down). The longest begin first, so that all cores are busy
until the end.
"""

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import ceil
from pathlib import Path

import pytest

from tests.support.lanes import LANE, LANES, PAGES, PLAN, POSTGRESQL, PROCESSES, RECORD, SQLITE
from tests.support.services import POSTGRESQL_URL, REDIS_URL, own_redis, postgresql

DURATIONS = Path(__file__).parent / "durations.json"
# Long enough to be worth the start of a process, and short enough to fill the gaps at the end.
SHARD_SECONDS = 120
# Guesses for files that no run has recorded.
NEW_FILE_SECONDS = {POSTGRESQL: 1.0, SQLITE: 3.0, PROCESSES: 20.0, PAGES: 15.0}

# Seconds by file, by lane.
Durations = dict[str, dict[str, float]]


@dataclass(frozen=True)
class Shard:
    lane: str
    files: Sequence[str]
    seconds: float


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lane", action="append", choices=LANES, help="only this one; all, if none is named")
    parser.add_argument("--at-once", type=int, default=os.cpu_count() or 1, help="shards; as many as there are cores")
    parser.add_argument("--record", action="store_true", help="write down the durations")
    chosen, arguments = parser.parse_known_args()
    with postgresql() as database_url, tempfile.TemporaryDirectory(prefix="soni-shards-") as directory:
        environment = {**os.environ, POSTGRESQL_URL: database_url}
        environment.pop("DATABASE_URL", None)
        environment.pop("REDIS_URL", None)
        run = Run(environment, Path(directory), arguments)
        known: Durations = json.loads(DURATIONS.read_text())
        shards = [
            shard
            for lane, files in run.plan().items()
            if lane in (chosen.lane or LANES)
            for shard in cut(lane, files, known)
        ]
        failed = run.all(shards, chosen.at_once)
        if chosen.record and not failed:
            DURATIONS.write_text(json.dumps({**known, **run.recorded()}, indent=1, sort_keys=True) + "\n")
    return failed


def cut(lane: str, files: Sequence[str], known: Durations) -> list[Shard]:
    """Neighbours stay together: tests of a folder share what they have started."""
    seconds = {file: known.get(lane, {}).get(file, NEW_FILE_SECONDS[lane]) for file in sorted(files)}
    length = sum(seconds.values()) / max(ceil(sum(seconds.values()) / SHARD_SECONDS), 1)
    shards: dict[int, list[str]] = {}
    behind = 0.0
    for file, its_seconds in seconds.items():
        shards.setdefault(int((behind + its_seconds / 2) / length), []).append(file)
        behind += its_seconds
    return [Shard(lane, shard, sum(seconds[file] for file in shard)) for shard in shards.values()]


class Run:
    def __init__(self, environment: Mapping[str, str], directory: Path, arguments: Sequence[str]):
        self._environment = environment
        self._directory = directory
        self._arguments = arguments
        self._running: list[subprocess.Popen[bytes]] = []
        self._printing = threading.Lock()

    def plan(self) -> dict[str, list[str]]:
        """Files by lane, as pytest collects and marks the tests: so none is forgotten."""
        plan = self._directory / "plan.json"
        collecting = [sys.executable, "-m", "pytest", "--collect-only", "-qq", *self._arguments]
        collected = subprocess.run(
            collecting, env={**self._environment, PLAN: str(plan)}, stdout=subprocess.PIPE, check=False
        )
        if collected.returncode:
            sys.stdout.buffer.write(collected.stdout)
            sys.exit(collected.returncode)
        planned: dict[str, list[str]] = json.loads(plan.read_text())
        return planned

    def all(self, shards: Sequence[Shard], at_once: int) -> int:
        longest_first = sorted(shards, key=lambda shard: shard.seconds, reverse=True)
        with ThreadPoolExecutor(at_once) as cores:
            try:
                return int(any([*cores.map(self._one, longest_first, range(len(shards)))]))
            finally:
                cores.shutdown(wait=False, cancel_futures=True)
                self._end()

    def _one(self, shard: Shard, number: int) -> int:
        told = self._directory / f"{number}.log"
        record = self._directory / f"{shard.lane}.{number}.json"
        environment = {**self._environment, LANE: shard.lane, RECORD: str(record)}
        if shard.lane == POSTGRESQL:
            environment |= {"DATABASE_URL": self._environment[POSTGRESQL_URL], "TEST_DATABASE": f"test_shard_{number}"}
        # A Redis for each: none finds what another has left there.
        with told.open("wb") as output, own_redis() as redis:
            running = subprocess.Popen(
                [sys.executable, "-m", "pytest", *self._arguments, *shard.files],
                env={**environment, REDIS_URL: redis.url},
                stdout=output,
                stderr=subprocess.STDOUT,
            )
            self._running.append(running)
            code = running.wait()
        with self._printing:
            print(f"== {shard.lane}, {len(shard.files)} files (shard {number + 1})", flush=True)
            sys.stdout.buffer.write(told.read_bytes())
            sys.stdout.buffer.flush()
        return 0 if code == pytest.ExitCode.NO_TESTS_COLLECTED else code

    def _end(self) -> None:
        """Ends what still runs when the run was interrupted."""
        for running in self._running:
            if running.poll() is None:
                running.send_signal(signal.SIGINT)

    def recorded(self) -> Durations:
        durations: Durations = {}
        for record in self._directory.glob("*.*.json"):
            durations.setdefault(record.name.split(".")[0], {}).update(json.loads(record.read_text()))
        return durations


if __name__ == "__main__":
    sys.exit(main())
