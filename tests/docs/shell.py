"""A shell that goes on from block to block, as a reader's does: what one block sets, the next one has."""

import os
import subprocess
import sys
from pathlib import Path
from uuid import uuid4

from tests.docs.page import Block
from tests.support.processes import ROOT, Server, environment


class Shell:
    def __init__(self, server: Server, data_dir: Path, home: Path):
        self._server = server
        # No reader's own settings; and a server that hangs must not hang the tests.
        (home / ".curlrc").write_text("max-time = 60\n")
        settings = {"SONI_DATA_DIR": str(data_dir), "CURL_HOME": str(home), "NO_PROXY": "*", "LC_ALL": "C.UTF-8"}
        self._bash = subprocess.Popen(
            ["bash", "--norc", "--noprofile"],
            cwd=ROOT,
            env=environment({"PATH": os.environ["PATH"], **settings}),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def run(self, block: Block) -> str:
        """Everything that it prints, on either output."""
        commands = block.text.replace("http://localhost:8000", self._server.address)
        # What is enough for a reader is too little for a slow machine.
        commands = commands.replace("--max-time 2 ", "--max-time 10 ").replace("?wait=10", "?wait=30")
        return self._run(commands.replace(".venv/bin/python", sys.executable))

    def variable(self, name: str) -> str:
        return self._run(f'echo "${name}"').strip()

    def end(self) -> None:
        self._bash.communicate("exit\n", timeout=60)

    def _run(self, commands: str) -> str:
        assert self._bash.stdin
        assert self._bash.stdout
        end = f"end of {uuid4()}"
        self._bash.stdin.write(f"{commands}\nprintf '\\n{end}\\n'\n")
        self._bash.stdin.flush()
        printed: list[str] = []
        for line in self._bash.stdout:
            if line.strip() == end:
                return "".join(printed)
            printed.append(line)
        raise AssertionError(f"The shell has ended: {''.join(printed)}")
