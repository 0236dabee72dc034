"""What operators see of processes of their own: web, worker, and what is down."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.support.client import ApiClient
from tests.support.deployment import SECRET_KEY, Deployment
from tests.support.ports import free_port
from tests.support.processes import ROOT, Server, environment, manage
from tests.support.services import redis
from tests.support.waiting import wait_until

pytestmark = pytest.mark.processes


@pytest.fixture(scope="module")
def deployment(postgresql_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Deployment]:
    logs = tmp_path_factory.mktemp("observed")
    with redis() as redis_url, Deployment.on(postgresql_url, redis_url, logs, {"LOG_LEVEL": "DEBUG"}) as running:
        running.create_demo_bot()
        yield running


def lines_of(log: str) -> list[dict[str, Any]]:
    """Standard output is in the same file: Celery greets there."""
    return [json.loads(line) for line in log.splitlines() if line.startswith("{")]


def test_one_request_from_the_web_to_the_worker(deployment: Deployment) -> None:
    client = ApiClient(deployment.web.address, "greeter")
    ticket = client.ticket()
    with client.socket(ticket):
        client.say("hi")
        client.say("Zaphod Beeblebrox")

    (worker,) = deployment.workers
    wait_until(lambda: worker.output().count("task_succeeded") >= 2, "the worker is done")
    web_lines, worker_lines = lines_of(deployment.web.output()), lines_of(worker.output())
    posts = [line for line in web_lines if line["event"] == "request_finished" and "/messages" in line["request"]]
    started = [line for line in worker_lines if line["event"] == "task_started"]
    assert len(posts) == 2
    assert {line["request_id"] for line in posts} <= {line.get("request_id") for line in started}
    assert all(line["task_id"] for line in started)
    for log in (deployment.web.output(), worker.output()):
        assert ticket not in log
        assert "Beeblebrox" not in log
        assert "Traceback" not in log


def test_the_metrics_of_web_and_worker(deployment: Deployment) -> None:
    client = ApiClient(deployment.web.address, "greeter")
    client.say("hi")

    # What a slow machine does not find out in time is left out.
    wait_until(
        lambda: 'soni_unanswered_conversations{state="waiting"} 0.0' in metrics_of(deployment.web),
        "the web process tells that nobody waits",
    )
    wait_until(
        lambda: 'soni_turns_total{outcome="done"} 0.0' not in metrics_of(deployment.workers[0]),
        "the worker tells of its turn",
    )
    web, worker = metrics_of(deployment.web), metrics_of(deployment.workers[0])
    assert 'soni_messages_posted_total{kind="new"}' in web
    assert 'soni_turns_total{outcome="failed"} 0.0' in worker
    assert 'soni_turns_total{outcome="done"} 0.0' in web
    wait_until(
        lambda: httpx.get(f"{deployment.workers[0].address}/healthz", timeout=60).status_code == 200,
        "the worker says that it is alive",
    )


def metrics_of(server: Server) -> str:
    return httpx.get(f"{server.address}/metrics", timeout=60).text


def test_a_worker_answers_a_ping(deployment: Deployment) -> None:
    asked = ["--destination", "worker0@test", "--timeout", "60"]
    ping = subprocess.run(
        [sys.executable, "-m", "celery", "-A", "soniplatform", "inspect", "ping", *asked],
        cwd=ROOT,
        env=environment(deployment.settings),
        capture_output=True,
        text=True,
        check=False,
    )

    assert ping.returncode == 0, ping.stdout + ping.stderr
    assert "worker0@test: OK" in ping.stdout


def test_ready_with_all_that_a_deployment_needs(deployment: Deployment) -> None:
    def answer() -> tuple[int, dict[str, str]]:
        asked = httpx.get(f"{deployment.web.address}/readyz", headers={"Host": "10.0.0.7"}, timeout=60)
        return asked.status_code, asked.json()["checks"]

    # What does not answer in time is not ready, and on a slow machine it may need a second look.
    passed = 200, dict.fromkeys(("database", "migrations", "channel_layer", "broker"), "ok")
    wait_until(lambda: answer() == passed, "every check is passed")


class Lame(Server):
    """It has neither a database nor a broker, so nothing but probes gets an answer."""

    page = "/healthz"


def test_alive_but_not_ready_while_everything_is_down(tmp_path: Path) -> None:
    settings = {
        "DATABASE_URL": f"postgresql://soni:s3cret@127.0.0.1:{free_port()}/soni",
        "REDIS_URL": f"redis://:s3cret@127.0.0.1:{free_port()}/0",
        "SECRET_KEY": SECRET_KEY,
        "ALLOWED_HOSTS": "bots.example.org",
    }
    serve = ["-m", "uvicorn", "soniplatform.asgi:application", "--port", "{port}"]
    web = Lame(serve, settings, tmp_path / "web.log")
    web.start()
    try:
        answer = httpx.get(f"{web.address}/readyz", timeout=60)
        metrics = httpx.get(f"{web.address}/metrics", timeout=60)
        alive = httpx.get(f"{web.address}/healthz", timeout=60)
    finally:
        web.kill()

    assert (answer.status_code, answer.json()["code"]) == (503, "not_ready")
    assert set(answer.json()["checks"]) == {"database", "migrations", "channel_layer", "broker"}
    assert set(answer.json()["checks"].values()) <= {"failed", "timed out"}
    assert alive.status_code == metrics.status_code == 200
    assert "soni_turns_total" in metrics.text
    assert "s3cret" not in answer.text + web.output()


COUNT = """
from conversations_app.observing import metrics
from soniplatform.observing.exposition import counted_metrics
metrics.message_posted(new=True)
metrics.socket_open().__enter__()
print(counted_metrics().decode())
"""


def test_processes_of_one_machine_are_added_up(tmp_path: Path) -> None:
    settings = {"SONI_DATA_DIR": str(tmp_path), "PROMETHEUS_MULTIPROC_DIR": str(tmp_path / "metrics")}
    manage(settings, "shell", "--no-imports", "-c", COUNT)
    told = manage(settings, "shell", "--no-imports", "-c", COUNT)

    assert 'soni_messages_posted_total{kind="new"} 2.0' in told
    assert "soni_sockets_open 1.0" in told, "the first process has ended, and its socket with it"
