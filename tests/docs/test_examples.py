"""docs/examples: the client does what it says, on a platform that runs and a network that does not always."""

import ast
import importlib.util
import subprocess
import sys
import time
from datetime import UTC, datetime
from pathlib import Path
from types import ModuleType

import httpx
import pytest
from standardwebhooks import Webhook

from tests.docs.conftest import BANK, Platform
from tests.docs.faulty_network import faulty_network
from tests.docs.page import Page
from tests.docs.shown import check_text
from tests.support.processes import ROOT
from tests.webhooks.receiver import receiving

EXAMPLES = ROOT / "docs" / "examples"
CLIENT = EXAMPLES / "soni_client.py"
SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
MAKE_SECRET = """
from flows_app.identity_secrets import make_secret
from flows_app.models import Bot
print(make_secret(Bot.objects.get(slug="demo-bank")))
"""


@pytest.fixture(scope="module")
def client() -> ModuleType:
    spec = importlib.util.spec_from_file_location("soni_client", CLIENT)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules["soni_client"] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def key(platform: Platform) -> str:
    return platform.key("webhooks")


@pytest.mark.processes
def test_the_example_prints_what_is_shown(platform: Platform, key: str, tmp_path: Path) -> None:
    shown = {block.language: block.text for block in Page(EXAMPLES / "README.md").blocks()}
    script = tmp_path / "example.py"
    script.write_text(f"HOST, KEY = {platform.server.address!r}, {key!r}\n{shown['python']}")

    ran = subprocess.run(
        [sys.executable, str(script)], env={"PYTHONPATH": str(EXAMPLES)}, capture_output=True, text=True, check=False
    )

    check_text(shown["text"], ran.stdout + ran.stderr)


@pytest.mark.processes
def test_messages_are_read_over_pages(platform: Platform, key: str, client: ModuleType) -> None:
    with client.Soni(platform.server.address, key) as soni:
        conversation = soni.start(BANK)
        conversation.say("how much do I have?")
        conversation.press("all", reply_to=3)

        assert [message["seq"] for message in conversation.messages(limit=1)] == [1, 2, 3, 4, 5]
        assert [message["seq"] for message in soni.conversation(conversation.id).messages(after=3)] == [4, 5]


@pytest.mark.processes
def test_what_is_tried_again_is_done_once(platform: Platform, key: str, client: ModuleType) -> None:
    with faulty_network(platform.server.address) as network, client.Soni(network.address, key) as soni:
        network.faults = ["lost", "busy"]
        conversation = soni.start(BANK, user_ref="customer-of-a-faulty-network")
        assert network.asked == ["POST /api/v1/conversations"] * 3

        network.faults = ["lost"]
        answer = conversation.say("how much do I have?")

    assert (answer.complete, [reply["seq"] for reply in answer.replies]) == (True, [3])
    listed = httpx.get(
        f"{platform.server.address}/api/v1/conversations",
        params={"user_ref": "customer-of-a-faulty-network"},
        headers={"Authorization": f"Api-Key {platform.key('manage')}"},
        timeout=60,
    ).json()
    assert [(row["id"], row["last_seq"]) for row in listed["results"]] == [(conversation.id, 3)]


@pytest.mark.processes
def test_events_go_on_where_a_connection_broke_off(platform: Platform, key: str, client: ModuleType) -> None:
    with client.Soni(platform.server.address, key) as soni:
        conversation = soni.start(BANK)
        conversation.say("how much do I have?")
        conversation.press("all", reply_to=3)
        conversation.close()
    with faulty_network(platform.server.address) as network, client.Soni(network.address, key) as soni:
        network.faults = ["cut", "busy", "cut"]
        events = list(soni.conversation(conversation.id).events(after=2))

    assert [event.data["seq"] for event in events if event.kind == "message"] == [3, 4, 5, 6]
    assert events[-1].data["status"] == "closed"
    assert [asked.partition("after=")[2] for asked in network.asked] == ["2", "3", "3", "4"]


@pytest.mark.processes
def test_a_refusal_is_told_by_its_code_and_not_tried_again(platform: Platform, key: str, client: ModuleType) -> None:
    with faulty_network(platform.server.address) as network, client.Soni(network.address, key) as soni:
        conversation = soni.start(BANK)
        conversation.close()
        network.asked.clear()
        with pytest.raises(client.SoniProblem) as refused:
            conversation.say("hello?")

    assert (refused.value.status, refused.value.code) == (409, "conversation_closed")
    assert len(network.asked) == 1


@pytest.mark.processes
def test_a_problem_names_the_parameter(platform: Platform, key: str, client: ModuleType) -> None:
    with client.Soni(platform.server.address, key) as soni, pytest.raises(client.SoniProblem) as refused:
        soni.start(BANK).say("hello?", wait=31)

    assert (refused.value.code, list(refused.value.errors)) == ("invalid", ["wait"])


@pytest.mark.processes
def test_a_page_starts_for_a_user_whom_the_server_vouches_for(platform: Platform, client: ModuleType) -> None:
    secret = platform.manage("shell", "--no-imports", "-c", MAKE_SECRET).strip().splitlines()[-1]
    proof = client.user_hash("customer-19", secret)

    def start(user_ref: str) -> httpx.Response:
        body = {"bot": BANK, "user_ref": user_ref, "user_hash": proof}
        page = {"Origin": platform.server.address}
        return httpx.post(f"{platform.server.address}/api/v1/conversations", json=body, headers=page, timeout=60)

    assert start("customer-19").status_code == 201
    assert start("customer-20").json()["code"] == "identity_invalid"


@pytest.mark.processes
def test_webhooks_of_the_platform_are_genuine(platform: Platform, key: str, client: ModuleType) -> None:
    with receiving() as receiver, client.Soni(platform.server.address, key) as soni:
        endpoint = soni.call("POST", "webhooks", json={"url": receiver.url, "events": ["message"]})
        soni.call("POST", f"webhooks/{endpoint['id']}/test")
        soni.call("DELETE", f"webhooks/{endpoint['id']}")
    (ping,) = receiver.received
    headers = {name.lower(): value for name, value in ping.headers.items()}

    assert client.webhook_is_genuine(endpoint["secret"], headers, ping.body)
    assert not client.webhook_is_genuine(endpoint["secret"], headers, ping.body + b" ")
    assert not client.webhook_is_genuine(SECRET, headers, ping.body)


def test_signatures_are_those_of_the_standard(client: ModuleType) -> None:
    now, body = 1_794_841_200, b'{"type": "ping"}'
    right = Webhook(SECRET).sign("msg_1", datetime.fromtimestamp(now, UTC), body.decode())
    headers = {"webhook-id": "msg_1", "webhook-timestamp": str(now), "webhook-signature": right}
    rotated = headers | {"webhook-signature": f"v1,bm90IG91cnM= {right}"}

    assert client.webhook_is_genuine(SECRET, headers, body, now=now)
    assert client.webhook_is_genuine(SECRET, rotated, body, now=now)
    assert not client.webhook_is_genuine(SECRET, headers, body, now=now + 301)
    assert not client.webhook_is_genuine(SECRET, headers, body, now=now - 301)
    assert not client.webhook_is_genuine(SECRET, headers | {"webhook-id": "msg_2"}, body, now=now)
    assert not client.webhook_is_genuine(SECRET, headers | {"webhook-timestamp": "soon"}, body, now=now)
    assert not client.webhook_is_genuine(SECRET, {}, body, now=time.time())


def test_it_is_one_small_typed_file(tmp_path: Path) -> None:
    source = CLIENT.read_text()
    imported = {
        name.partition(".")[0]
        for node in ast.walk(ast.parse(source))
        for name in ([one.name for one in node.names] if isinstance(node, ast.Import) else [])
        + ([node.module or ""] if isinstance(node, ast.ImportFrom) else [])
    }
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--config-file=", f"--cache-dir={tmp_path}", str(CLIENT)],
        capture_output=True,
        text=True,
        check=False,
    )

    assert len(source.splitlines()) < 200
    assert imported - sys.stdlib_module_names == {"httpx"}
    assert checked.returncode == 0, checked.stdout
