"""What a process pays, and where it goes, with and without a language model."""

import subprocess
import sys
from pathlib import Path

import httpx

from tests.support.lm_server import LMServer, by_pass
from tests.support.processes import ROOT, Server, environment

_TALK = """
import asyncio, os, socket, sys
import django
django.setup()
import conversations_app.understanding.language_model as language_model
from conversations_app.understanding import AnswerProvider
from tests.understanding.dialogues import dialogue
assert "dspy" not in sys.modules and "litellm" not in sys.modules, "imported too early"

reached = set()

def only_loopback(event, given):
    hosts = {"socket.getaddrinfo": lambda: given[0], "socket.connect": lambda: given[1][0]}
    if event in hosts:
        reached.add(hosts[event]())
        if hosts[event]() != "127.0.0.1":
            raise PermissionError(hosts[event]())

sys.addaudithook(only_loopback)
settings = language_model.LanguageModelSettings(model="openai/test-model", api_base=sys.argv[1])
understood = asyncio.run(language_model.DSPyProvider(settings, AnswerProvider()).understand("hello", dialogue()))
assert understood.provider == "dspy", understood
assert "litellm" not in sys.modules, "DSPy's own engine was not taken"
print(sorted(reached))
print(os.environ["DSPY_CACHEDIR"])
"""


def _fresh(directory: Path) -> dict[str, str]:
    """Without what the settings of this process have set for it."""
    ours = {"DJANGO_SETTINGS_MODULE": "soniplatform.settings", "SONI_DATA_DIR": str(directory), "HOME": str(directory)}
    given = environment(ours)
    return {
        name: value for name, value in given.items() if name not in ("DSPY_CACHEDIR", "LITELLM_LOCAL_MODEL_COST_MAP")
    }


def test_dspy_is_imported_late_reaches_only_the_model_and_stores_nothing(tmp_path: Path) -> None:
    with LMServer(by_pass()) as server:
        ran = subprocess.run(
            [sys.executable, "-c", _TALK, server.api_base],
            cwd=ROOT,
            env=_fresh(tmp_path),
            capture_output=True,
            text=True,
            check=False,
        )

    assert ran.returncode == 0, ran.stderr
    reached, cache_directory = ran.stdout.splitlines()
    assert reached == "['127.0.0.1']"
    assert cache_directory == str(tmp_path / "dspy")
    assert not (tmp_path / "dspy").exists()
    assert not (tmp_path / ".dspy_cache").exists()


def test_the_server_runs_as_a_process_too(tmp_path: Path) -> None:
    script = tmp_path / "script.json"
    script.write_text('{"good morning": {"commands": [{"type": "chitchat"}]}, "oops": {"status": 500}}')
    server = Server(
        ["-m", "tests.support.lm_server", "--port", "{port}", "--script", str(script)], {}, tmp_path / "server.log"
    )
    server.start()
    try:
        asked = {"model": "m", "messages": [{"role": "user", "content": "good morning, give `commands`"}]}
        answered = httpx.post(f"{server.address}/v1/chat/completions", json=asked, timeout=60)
        asked["messages"] = [{"role": "user", "content": "oops, give `commands`"}]
        failed = httpx.post(f"{server.address}/v1/chat/completions", json=asked, timeout=60)
        seen = httpx.get(f"{server.address}/seen", timeout=60).json()
    finally:
        server.stop()

    assert answered.json()["choices"][0]["message"]["content"] == '{"commands": [{"type": "chitchat"}]}'
    assert failed.status_code == 500
    assert seen["requests"] == 2
