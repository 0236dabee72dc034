import csv
import json
from collections.abc import Mapping, Sequence
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.bench.understanding import banking77, clinc150, random_bots

_INTENTS = {
    "balance": ["what is my balance", "how much money do I have", "show my account balance", "my balance please"],
    "card": ["my card was stolen", "I lost my card", "block my credit card", "freeze the card"],
    "transfer": ["send money to a friend", "make a transfer", "transfer money abroad", "I want to send money"],
}
_OUT_OF_SCOPE = ["tell me about dinosaurs", "who won the match", "how do I cook rice"]


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The shape of the public data, in words of our own."""
    monkeypatch.setattr(banking77, "_EXAMPLES", 2)
    monkeypatch.setattr(clinc150, "_EXAMPLES", 2)
    for name, value in (("_BOTS", 2), ("_FLOWS", 2), ("_EXAMPLES", 2)):
        monkeypatch.setattr(random_bots, name, value)
    _write_banking77(tmp_path / "banking77")
    _write_clinc150(tmp_path / "clinc150")
    _write_sgd(tmp_path / "sgd")
    return tmp_path


def _write_banking77(folder: Path) -> None:
    folder.mkdir()
    for name in ("train", "test"):
        with (folder / f"{name}.csv").open("w", newline="") as file:
            rows = csv.writer(file)
            rows.writerow(["text", "category"])
            rows.writerows(_pairs(_INTENTS))


def _write_clinc150(folder: Path) -> None:
    folder.mkdir()
    outside = [[text, "oos"] for text in _OUT_OF_SCOPE]
    content = {"train": _pairs(_INTENTS), "val": _pairs(_INTENTS) * 40, "test": _pairs(_INTENTS), "oos_test": outside}
    (folder / "data_full.json").write_text(json.dumps(content))


def _pairs(intents: Mapping[str, Sequence[str]]) -> list[list[str]]:
    return [[text, intent] for intent, texts in intents.items() for text in texts]


def _write_sgd(folder: Path) -> None:
    folder.mkdir()
    turns = [
        _turn("USER", "I need a table for two", "INFORM_INTENT", "INFORM"),
        _turn("SYSTEM", "At seven?", "CONFIRM"),
        _turn("USER", "Yes, that's right", "AFFIRM"),
        _turn("SYSTEM", "Yes, it is booked.", "AFFIRM"),
        _turn("USER", "No, thanks", "NEGATE", "THANK_YOU"),
        _turn("USER", "Great. What is the address?", "AFFIRM", "REQUEST"),
        _turn("USER", "No, at eight", "NEGATE", "INFORM"),
    ]
    (folder / "dialogues_001.json").write_text(json.dumps([{"turns": turns}]))


def _turn(speaker: str, utterance: str, *acts: str) -> dict[str, object]:
    return {"speaker": speaker, "utterance": utterance, "frames": [{"actions": [{"act": act} for act in acts]}]}


def _evaluate(data: Path, *arguments: str) -> str:
    out = StringIO()
    call_command("evaluate_nlu", "--data", str(data), *arguments, stdout=out)
    return out.getvalue()


def test_figures_are_told_in_a_table_and_in_json(data: Path, tmp_path: Path) -> None:
    told = _evaluate(data, "--only", "sgd_yes_no", "--only", "banking77", "--json", str(tmp_path / "figures.json"))

    figures = json.loads((tmp_path / "figures.json").read_text())
    assert [figure["value"] for figure in figures if figure["name"].startswith("SGD")] == [100.0, 100.0]
    assert all(figure["name"] in told for figure in figures)
    assert "BANKING77" in told


def test_flows_are_told_apart_from_what_is_out_of_scope(data: Path, tmp_path: Path) -> None:
    _evaluate(data, "--only", "clinc150", "--only", "random_bots", "--json", str(tmp_path / "figures.json"))

    figures = {figure["name"]: figure["value"] for figure in json.loads((tmp_path / "figures.json").read_text())}
    assert figures["CLINC150, 10 examples an intent: right"] > 80
    assert figures["CLINC150, out of scope: AUROC"] > 90
    assert figures["Random bots: out of scope and rejected"] > 60


def test_what_a_message_costs_is_measured(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.bench.understanding.speed._EXAMPLES", 2)

    told = _evaluate(data, "--only", "speed")

    assert "95th percentile" in told


def test_a_missed_goal_fails_only_if_asked(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.bench.understanding.sgd_yes_no._GOAL", 101.0)

    assert "MISSED" in _evaluate(data, "--only", "sgd_yes_no")
    with pytest.raises(CommandError, match="Missed: SGD yes/no: right"):
        _evaluate(data, "--only", "sgd_yes_no", "--check")


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"There is no folder .*nowhere"):
        _evaluate(tmp_path / "nowhere")


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"banking77: there is no file .*train\.csv"):
        _evaluate(tmp_path, "--only", "banking77")


def test_minilm_has_to_be_installed(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "conversations_app.understanding.encoders.MiniLMEncoder.is_installed", staticmethod(lambda: False)
    )

    with pytest.raises(CommandError, match="MiniLM is not installed"):
        _evaluate(data, "--only", "banking77", "--minilm")
