import subprocess
from pathlib import Path

import httpx

from conversations_app.understanding.language_model import LanguageModelSettings
from tests.support.processes import ROOT, Server

PYTHON = ROOT / ".venv-real-model" / "bin" / "python"
# Seconds, only so that a broken run ends.
PATIENCE = 1_800


class RealModel(Server):
    """The server of the language model that `make real-model` has installed, as a process that is ended by its id."""

    page = "/health"

    def __init__(self, log: Path, threads: str):
        super().__init__(["tests/real_model/serving.py", "--port", "{port}", "--threads", threads], {}, log)

    def launch(self) -> None:
        """With its own Python, not with ours."""
        with self._log.open("ab") as output:
            self._process = subprocess.Popen(
                [PYTHON, *self._command], cwd=ROOT, stdout=output, stderr=subprocess.STDOUT
            )

    @property
    def settings(self) -> LanguageModelSettings:
        """With more time than a bot may be given: one processor reads twenty tokens a second, if it is not busy."""
        settings = LanguageModelSettings(model="openai/real-model", api_base=f"{self.address}/v1", max_tokens=300)
        return settings.model_copy(update={"timeout": PATIENCE})

    def read_ahead(self) -> None:
        """What is the same for all messages, by both passes."""
        from conversations_app.understanding.language_model.lm import _ADAPTER
        from conversations_app.understanding.language_model.modules import programs_of

        programs = programs_of(None)
        for program in (programs.understanding, programs.extraction):
            shown = program.predict.demos
            inputs = {name: shown[0][name] for name in program.predict.signature.input_fields}
            messages = _ADAPTER.format(program.predict.signature, shown, inputs)
            asked = {"messages": messages, "max_tokens": 1}
            httpx.post(f"{self.address}/v1/chat/completions", json=asked, timeout=PATIENCE).raise_for_status()
