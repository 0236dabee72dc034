"""What users say leaves the platform by no library's tracing, whatever the environment of a process says."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.outbound.loopback import LoopbackServer, loopback_server
from tests.support.client import ApiClient
from tests.support.processes import ROOT, environment, manage, standalone_server

SECRET = "Rumpelstiltskin"

Asking = Callable[[LoopbackServer], dict[str, str]]


@pytest.fixture
def service() -> Iterator[LoopbackServer]:
    with loopback_server() as started:
        yield started


def asking_for_traces(service: LoopbackServer) -> dict[str, str]:
    """As the documentation of these libraries says, in the newer and the older spelling."""
    asked = {f"{library}_TRACING_V2": "true" for library in ("LANGSMITH", "LANGCHAIN")}
    asked |= {f"{library}_ENDPOINT": service.url for library in ("LANGSMITH", "LANGCHAIN")}
    asked |= {f"{library}_API_KEY": "key-of-tracing" for library in ("LANGSMITH", "LANGCHAIN")}
    return {**asked, "LANGSMITH_TRACING": "true", "OTEL_EXPORTER_OTLP_ENDPOINT": service.url}


def test_this_service_hears_a_library_that_traces(service: LoopbackServer) -> None:
    """Otherwise the tests below would prove nothing."""
    program = (
        "from langchain_core.runnables import RunnableLambda\n"
        "from langchain_core.tracers.langchain import wait_for_all_tracers\n"
        f"RunnableLambda(str).invoke({SECRET!r}); wait_for_all_tracers()"
    )
    subprocess.run([sys.executable, "-c", program], env=environment(asking_for_traces(service)), check=True)

    assert service.seen


def of_first_version(service: LoopbackServer) -> dict[str, str]:
    """Today's library raises an error for these."""
    return {"LANGCHAIN_TRACING": "true", "LANGCHAIN_HANDLER": "langchain", "LANGCHAIN_ENDPOINT": service.url}


@pytest.mark.parametrize("asking", [asking_for_traces, of_first_version])
def test_a_conversation_is_traced_nowhere(tmp_path: Path, service: LoopbackServer, asking: Asking) -> None:
    server = standalone_server(tmp_path / "data", tmp_path / "server.log", **asking(service))
    server.start()
    try:
        client = ApiClient(server.address, "greeter")
        client.say("hello")
        answered = client.say(SECRET)
    finally:
        server.interrupt()

    assert SECRET in str(answered)
    assert service.seen == []


def test_commands_of_operators_trace_nowhere_either(tmp_path: Path, service: LoopbackServer) -> None:
    settings = {"SONI_DATA_DIR": str(tmp_path), **asking_for_traces(service)}
    prepare = "from soniplatform.standalone.preparing import prepare; prepare()"
    manage(settings, "shell", "--no-imports", "-c", prepare)

    talked = subprocess.run(
        [sys.executable, "manage.py", "chat", "greeter"],
        cwd=ROOT,
        env=environment(settings),
        input=f"hello\n{SECRET}\n",
        capture_output=True,
        text=True,
        check=True,
    )

    assert SECRET in talked.stdout
    assert service.seen == []
