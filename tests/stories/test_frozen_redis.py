"""Redis that neither answers nor refuses, as on a machine that stands still."""

import time
from pathlib import Path

import pytest

from tests.support.client import ApiClient
from tests.support.deployment import Deployment
from tests.support.services import own_redis
from tests.support.waiting import wait_until

pytestmark = pytest.mark.processes

POSTS = 10
# For all together, on however slow a machine. One by one they would wait for longer, five seconds and more each.
SECONDS = 45


def test_posts_are_answered_while_redis_stands_still_and_their_turns_follow(
    postgresql_url: str, tmp_path: Path
) -> None:
    settings = {"SONI_RATE_LIMITS": "true", "SWEEP_INTERVAL_SECONDS": "2"}
    with (
        own_redis() as redis,
        Deployment.on(postgresql_url, redis.url, tmp_path, settings, beat=True) as deployment,
    ):
        deployment.create_demo_bot()
        visitors = [ApiClient(deployment.web.address, "greeter") for _ in range(POSTS)]
        assert visitors[0].say("hi")["complete"]

        with redis.frozen():
            ends = time.monotonic() + SECONDS
            for visitor in visitors:
                visitor.post("hello", patience=ends - time.monotonic())

        wait_until(
            lambda: all(visitor.messages()[-1]["role"] == "bot" for visitor in visitors),
            "all are answered",
            seconds=180,
        )
