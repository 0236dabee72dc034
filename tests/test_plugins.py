import subprocess
import sys
from pathlib import Path

from tests.support.processes import ROOT, environment

SHOW = """
from flows_app.registry import registry as known
print("example_greet" in known.actions, "example_short" in known.validators, "example_shout" in known.normalisers)
print(*known.slot_types)
"""


def shell(tmp_path: Path, plugins: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", "shell", "--no-imports", "-c", SHOW],
        cwd=ROOT,
        env=environment({"SONI_DATA_DIR": str(tmp_path), "SONI_PLUGINS": plugins}),
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_modules_that_the_setting_names_are_loaded(tmp_path: Path) -> None:
    built_in = "text number integer boolean date datetime time choice email phone money list object"
    both = shell(tmp_path, "tests.support.example_plugin,tests.support.iban_plugin").stdout.splitlines()

    assert both == ["True True True", f"{built_in} iban"]
    assert shell(tmp_path, "").stdout.splitlines() == ["False False False", built_in]


def test_a_module_that_is_not_there_stops_the_platform_and_is_named(tmp_path: Path) -> None:
    failed = shell(tmp_path, "no.such.plugin")

    assert failed.returncode != 0
    assert "SONI_PLUGINS names “no.such.plugin”" in failed.stderr
