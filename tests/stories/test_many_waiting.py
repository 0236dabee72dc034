"""Many turns that wait at once on one worker: all of them end, and its few connections are enough."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import psycopg
import pytest

from tests.support.deployment import Deployment
from tests.support.waiting import wait_until

pytestmark = pytest.mark.processes

TURNS = 200
# One bot has at most four fifths of them.
THREADS = TURNS * 5 // 4
CONNECTIONS = 5
# A machine that stands still for a moment is too late for some; were there too few connections, for most of them.
FEW = TURNS // 10
PLUGIN = """
import asyncio, os, pathlib
from flows_app.registry import action

@action("wait")
async def wait():
    pathlib.Path(os.environ["WORKSHOP"], "waiting").open("a").write("1")
    while not pathlib.Path(os.environ["WORKSHOP"], "go-on").exists():
        await asyncio.sleep(0.5)
"""
BOT = """
name: Patient
slug: patient
default_flow: wait
settings: {public: true}
flows:
  wait:
    steps:
      - {name: wait, type: action, call: wait, timeout: 300}
      - {name: done, type: say, message: Done.}
"""
# By PGAPPNAME, which each process of a deployment has.
COUNT_CONNECTIONS = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'worker0'"
COUNT_ANSWERED = "SELECT count(*) FROM conversations_app_message WHERE role = 'bot' AND text = 'Done.'"
COUNT_OPEN = "SELECT count(*) FROM conversations_app_turn WHERE status <> 'done'"
COUNT_TRIED_AGAIN = "SELECT count(*) FROM conversations_app_turn WHERE failures > 0"


@pytest.fixture
def settings(tmp_path: Path) -> dict[str, str]:
    (tmp_path / "patient_plugin.py").write_text(PLUGIN)
    (tmp_path / "patient.yaml").write_text(BOT)
    return {
        "SONI_PLUGINS": "patient_plugin",
        "PYTHONPATH": str(tmp_path),
        "WORKSHOP": str(tmp_path),
        "DATABASE_POOL_SIZE": str(CONNECTIONS),
    }


def test_two_hundred_wait_at_once_and_all_end(
    tmp_path: Path, settings: dict[str, str], postgresql_url: str, redis_url: str
) -> None:
    waiting = tmp_path / "waiting"
    with Deployment.on(postgresql_url, redis_url, tmp_path, settings, threads=THREADS, beat=True) as deployment:
        deployment.manage("import_bot", str(tmp_path / "patient.yaml"), "--publish")
        with (
            psycopg.connect(deployment.settings["DATABASE_URL"], autocommit=True) as database,
            ThreadPoolExecutor(1) as users,
        ):

            def count(query: str) -> int:
                row = database.execute(query).fetchone()
                assert row is not None
                return int(row[0])

            posting = users.submit(asyncio.run, post_to_many(deployment.web.address))
            wait_until(lambda: waiting.exists() and waiting.stat().st_size == TURNS, "all of them wait", seconds=180)
            assert count(COUNT_CONNECTIONS) <= CONNECTIONS

            (tmp_path / "go-on").touch()
            posting.result(timeout=150)  # nobody waits for longer than was asked for
            wait_until(lambda: count(COUNT_ANSWERED) == TURNS, "all of them are answered", seconds=180)
            wait_until(lambda: count(COUNT_OPEN) == 0, "all turns are closed")
            assert count(COUNT_TRIED_AGAIN) <= FEW
            assert count(COUNT_CONNECTIONS) <= CONNECTIONS
        for process in (deployment.web, *deployment.workers):
            assert process.output().count("Could not push") <= FEW
            assert process.output().count("The channel layer failed") <= FEW


async def post_to_many(address: str) -> None:
    """Each in a conversation of its own; every other one waits for its answer, as long as one may."""
    async with httpx.AsyncClient(base_url=f"{address}/api/v1", timeout=120, limits=httpx.Limits()) as http:
        starting = asyncio.Semaphore(20)

        async def post(number: int) -> None:
            async with starting:
                started = await http.post("/conversations", json={"bot": "patient"}, headers={"Origin": address})
            token = {"Authorization": f"Bearer {started.json()['token']}"}
            where = f"/conversations/{started.json()['id']}/messages"
            status = 200 if number % 2 else 202
            posted = await http.post(
                where, params={"wait": 30} if number % 2 else {}, json={"text": "go"}, headers=token
            )
            assert posted.status_code == status, posted.text

        await asyncio.gather(*(post(number) for number in range(TURNS)))
