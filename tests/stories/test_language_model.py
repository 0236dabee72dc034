"""Bots with a language model, on real servers: many turns wait for it at once, and none is lost when it is down."""

import asyncio
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import psycopg
import pytest

from tests.support.deployment import Deployment
from tests.support.lm_server import LMServer, always, by_pass, given_commands, resets
from tests.support.waiting import wait_until

pytestmark = pytest.mark.processes

TURNS = 200
# DSPy's own limit for one model and process: the other turns wait for a connection.
AT_ONCE = 100
CONNECTIONS = 5
BOT = """
name: Clever
slug: clever
settings:
  public: true
  understanding: {{provider: dspy, model: openai/test-model, api_base: "{address}", timeout_seconds: 60}}
flows:
  order:
    description: Orders tea
    triggers: ["I'd like some tea", order tea, "tea please", can I have a cup of tea]
    slots:
      - {{name: cups, type: integer, description: How many cups}}
    steps:
      - {{name: ask, type: collect, slot: cups, message: How many cups?}}
      - {{name: sure, type: confirm, message: "{{cups}} cups of tea?"}}
      - {{name: done, type: say, message: Coming.}}
"""
COUNT_CONNECTIONS = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'worker0'"
COUNT_ASKED = "SELECT count(*) FROM conversations_app_message WHERE text = 'How many cups?'"
PROVIDERS = "SELECT DISTINCT provider FROM conversations_app_turn"


def deployed(server: LMServer, tmp_path: Path, postgresql_url: str, redis_url: str, threads: int) -> Any:
    (tmp_path / "clever.yaml").write_text(BOT.format(address=server.api_base))
    settings = {"DATABASE_POOL_SIZE": str(CONNECTIONS), "SONI_UNDERSTANDING": "embedded"}
    return Deployment.on(postgresql_url, redis_url, tmp_path, settings, threads=threads, beat=True)


def test_two_hundred_turns_wait_for_it_at_once(tmp_path: Path, postgresql_url: str, redis_url: str) -> None:
    slow = by_pass(given_commands({"type": "start_flow", "flow": "order"}, together=AT_ONCE))
    with (
        LMServer(slow) as server,
        deployed(server, tmp_path, postgresql_url, redis_url, threads=TURNS + 10) as deployment,
        psycopg.connect(deployment.settings["DATABASE_URL"], autocommit=True) as database,
    ):
        deployment.manage("import_bot", str(tmp_path / "clever.yaml"), "--publish")

        def count(query: str) -> int:
            row = database.execute(query).fetchone()
            assert row is not None
            return int(row[0])

        asyncio.run(post_to_many(deployment.web.address))
        wait_until(lambda: count(COUNT_ASKED) == TURNS, "all of them are answered", seconds=240)

        assert server.peak == AT_ONCE
        assert server.connections == AT_ONCE  # for twice as many requests, of two passes each
        assert len(server.requests) == 2 * TURNS
        assert count(COUNT_CONNECTIONS) <= CONNECTIONS
        assert database.execute(PROVIDERS).fetchall() == [("dspy",)]


def test_a_conversation_completes_though_it_is_down(tmp_path: Path, postgresql_url: str, redis_url: str) -> None:
    with (
        LMServer(always(resets())) as server,
        deployed(server, tmp_path, postgresql_url, redis_url, threads=4) as deployment,
        psycopg.connect(deployment.settings["DATABASE_URL"], autocommit=True) as database,
    ):
        deployment.manage("import_bot", str(tmp_path / "clever.yaml"), "--publish")
        with httpx.Client(base_url=f"{deployment.web.address}/api/v1", timeout=60) as http:
            talk = conversation(http, deployment.web.address)

            assert say(http, talk, "could I have some tea please") == ["How many cups?"]
            assert say(http, talk, "make it three") == ["3 cups of tea?"]
            assert say(http, talk, "go ahead") == ["Coming."]

        assert server.requests, "it was asked"
        assert database.execute(PROVIDERS).fetchall() == [("embedded",)]


def conversation(http: httpx.Client, origin: str) -> dict[str, Any]:
    started: dict[str, Any] = http.post("/conversations", json={"bot": "clever"}, headers={"Origin": origin}).json()
    return started


def say(http: httpx.Client, talk: dict[str, Any], text: str) -> list[str]:
    """Asked for again if the answer takes longer than one may wait for it."""
    asked = {"text": text, "client_id": uuid4().hex}
    for _ in range(4):
        answered = http.post(
            f"/conversations/{talk['id']}/messages?wait=30",
            json=asked,
            headers={"Authorization": f"Bearer {talk['token']}"},
        ).json()
        if answered["complete"]:
            break
    return [reply["text"] for reply in answered["replies"]]


async def post_to_many(address: str) -> None:
    """Each in a conversation of its own, without waiting for the answer."""
    async with httpx.AsyncClient(base_url=f"{address}/api/v1", timeout=60) as http:
        turns = asyncio.Semaphore(20)

        async def post() -> None:
            async with turns:
                started = await http.post("/conversations", json={"bot": "clever"}, headers={"Origin": address})
                token = {"Authorization": f"Bearer {started.json()['token']}"}
                where = f"/conversations/{started.json()['id']}/messages"
                assert (await http.post(where, json={"text": "tea"}, headers=token)).status_code == 202

        await asyncio.gather(*(post() for _ in range(TURNS)))
