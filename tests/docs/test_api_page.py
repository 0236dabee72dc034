"""docs/api.md: what it shows is run, in its order, and what it lists is what there is."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from django.conf import settings
from websockets.sync.client import connect

from conversations_app import limits
from conversations_app.api.described.problem_codes import CODES
from conversations_app.identity import user_hash_of
from conversations_app.models import ApiKey
from tests.docs.conftest import Platform
from tests.docs.page import API, Block, Page
from tests.docs.shell import Shell
from tests.docs.shown import check_json, check_text
from tests.support.processes import Server

FRAME_SECONDS = 30


@pytest.mark.processes
def test_every_command_prints_what_is_shown(platform: Platform, tmp_path: Path) -> None:
    shell = Shell(platform.server, platform.data_dir, tmp_path)
    commands = 0
    for block in API.blocks():
        if block.language == "sh":
            commands += "curl" in block.text
            _check_output(block, shell.run(block))
        elif block.language == "frames":
            _play(block, platform.server, shell)
    shell.end()
    assert commands >= 15


def _check_output(block: Block, printed: str) -> None:
    try:
        if block.output is None:
            assert not printed.strip(), f"It prints, and nothing is shown: {printed}"
        elif block.output.language == "json":
            check_json(block.output.text, json.loads(printed))
        else:
            check_text(block.output.text, printed)
    except (AssertionError, ValueError) as differs:
        raise AssertionError(f"{API.path.name}, line {block.line}: {differs}\n{printed}") from differs


def _play(block: Block, server: Server, shell: Shell) -> None:
    """Lines of `>` are sent; those of `<` come, until the next `>`, in whatever order."""
    conversation, token = shell.variable("ID"), shell.variable("TOKEN")
    asked = httpx.post(
        f"{server.address}/api/v1/conversations/{conversation}/ticket",
        headers={"Authorization": f"Bearer {token}"},
        timeout=60,
    )
    path = f"/ws/conversations/{conversation}/?ticket={asked.json()['ticket']}"
    with connect(server.address.replace("http", "ws") + path, proxy=None, open_timeout=60) as socket:
        for sent, *shown in _exchanges(block.text):
            socket.send(sent)
            came = [json.loads(socket.recv(timeout=FRAME_SECONDS)) for _ in shown]
            for frame in shown:
                came.remove(next(one for one in came if _is_as_shown(frame, one)))


def _exchanges(text: str) -> list[list[str]]:
    """What is sent, followed by all that is shown to come of it."""
    told = text.removeprefix("> ").split("\n> ")
    return [[line.removeprefix("< ") for line in exchange.splitlines()] for exchange in told]


def _is_as_shown(shown: str, given: object) -> bool:
    try:
        check_json(shown, given)
    except AssertionError:
        return False
    return True


def test_users_are_proved_in_python_and_javascript_as_the_platform_checks_it(tmp_path: Path) -> None:
    blocks = {block.language: block.text for block in API.blocks() if block.language in ("python", "js", "text")}
    shown = blocks["text"].strip()

    assert shown == user_hash_of("customer-17", "soni_id_example")
    # So that what is not run, where there is no node, is at least about the same values.
    assert '["soni_id_example", "customer-17"]' in blocks["js"]
    assert 'createHmac("sha256", secret).update(userRef).digest("hex")' in blocks["js"]
    assert _printed_by(sys.executable, blocks["python"], tmp_path / "proof.py") == shown
    if node := shutil.which("node"):
        assert _printed_by(node, blocks["js"], tmp_path / "proof.cjs") == shown


def _printed_by(program: str, code: str, path: Path) -> str:
    path.write_text(code)
    return subprocess.run([program, str(path)], capture_output=True, text=True, check=True).stdout.strip()


def test_every_code_of_a_problem_is_in_the_table_with_its_status() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (\d+) \| (.+\.) \|$", API.section("Errors"), re.MULTILINE)

    assert {code: int(status) for code, status, _ in rows} == {code: status for code, (status, _) in CODES.items()}
    assert len(rows) == len(CODES)


def test_every_scope_is_in_the_table() -> None:
    rows = re.findall(r"^\| `(\w+)` \| [^|]+ \|$", API.section("Credentials"), re.MULTILINE)

    assert set(rows) == set(ApiKey.Scope.values)


def test_numbers_are_those_of_the_code() -> None:
    in_a_minute = {name: f"{count:,}" for name, (count, seconds, _) in settings.RATE_LIMITS.items() if seconds == 60}
    plain = " ".join(API.text.split())
    for told in (
        f"{in_a_minute['request_by_key']} requests a minute by key",
        f"besides those {in_a_minute['message_by_key']} messages",
        f"{in_a_minute['message_by_conversation']} messages a minute in one conversation",
        f"{in_a_minute['start_by_address']} starts a minute by address without a key",
        f"one conversation, for {limits.TOKEN_AGE.days} days",
        f"once, within {limits.TICKET_AGE.seconds} seconds",
        f"`wait` takes up to {limits.WAIT_SECONDS} seconds",
        f"typed; up to {limits.MESSAGE_LENGTH:,} characters",
        f"up to {limits.METADATA_BYTES:,} bytes",
        f"sign of life every {limits.STREAM_HEARTBEAT_SECONDS:.0f} seconds",
        f"`limit` is at most {limits.MESSAGES_PER_PAGE}.",
        f"up to {limits.CLIENT_ID_LENGTH} visible",
        f"{settings.API_BODY_BYTES // 1000} kB at most",
    ):
        assert told in plain


def test_links_lead_somewhere() -> None:
    for target in re.findall(r"\]\(([^)]+)\)", API.text):
        path, _, anchor = target.partition("#")
        if path.startswith("https:"):
            continue
        led_to = API.path.parent / path if path else API.path
        assert led_to.exists(), target
        assert not anchor or anchor in Page(led_to).anchors(), target
