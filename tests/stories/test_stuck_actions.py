"""Actions that hang, and a worker that can do nothing about it but make room for another."""

from pathlib import Path

import pytest

from conversations_app.limits import HANGING_ACTIONS
from tests.stories.three_clients import Asking
from tests.support.deployment import Deployment

pytestmark = pytest.mark.processes

PLUGIN = """
import threading
from flows_app.registry import action

@action("hang", idempotent=True)
def hang():
    threading.Event().wait()
"""
BOT = """
name: Stuck
slug: stuck
default_flow: hang
settings: {public: true}
flows:
  hang:
    steps:
      - {name: hang, type: action, call: hang, timeout: 3, retry: 5, on_error: sorry}
      - {name: sorry, type: say, message: It hangs.}
"""
TRIES = 6


def test_a_worker_with_too_many_ends_and_loses_nothing(tmp_path: Path, postgresql_url: str, redis_url: str) -> None:
    (tmp_path / "hanging_plugin.py").write_text(PLUGIN)
    (tmp_path / "stuck.yaml").write_text(BOT)
    settings = {"SONI_PLUGINS": "hanging_plugin", "PYTHONPATH": str(tmp_path)}
    with Deployment.on(postgresql_url, redis_url, tmp_path, settings) as deployment:
        deployment.manage("import_bot", str(tmp_path / "stuck.yaml"), "--publish")
        talkers = [Asking(deployment.web.address, "stuck") for _ in range(HANGING_ACTIONS // TRIES + 1)]
        for talker in talkers:
            talker.say("go", wait=0)

        assert deployment.workers[0].wait() == 1

        assert "Too many actions hang" in deployment.workers[0].output()
        assert [talker.messages()[-1]["text"] for talker in talkers] == ["It hangs."] * len(talkers)
        talkers[0].say("again", wait=0)
        talkers[0].say("and again", wait=0, client_id="last")
        deployment.workers[0].start()
        assert talkers[0].insist("and again", "last") == ["It hangs."]
        assert [message["role"] for message in talkers[0].messages()] == ["user", "bot", "user", "user", "bot", "bot"]
