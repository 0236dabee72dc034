"""A developer's plugin and a bot from a YAML file, driven over REST by another system."""

from pathlib import Path

import httpx
import pytest

from tests.support.processes import manage, standalone_server

pytestmark = pytest.mark.processes

PLUGIN = """
import json, os
from flows_app.registry import ActionError, action, validator

@action("execute_transfer", inputs=["amount", "beneficiary_name"], outputs=["transaction_id"], idempotent=False)
def execute_transfer(amount, beneficiary_name, context=None):
    with open(os.environ["TRANSFERS"], "a") as done:
        done.write(json.dumps([amount, beneficiary_name]) + "\\n")
    if beneficiary_name == "Nobody":
        raise ActionError("unknown account")
    return {"transaction_id": "T-1", "message": "Transfer under way."}

@validator("below_limit")
def below_limit(value, limit=1000):
    if value >= limit:
        raise ValueError("That is above your limit.")
"""
BOT = """
name: Bank
slug: bank
default_flow: transfer
settings: {public: true}
flows:
  transfer:
    triggers: [send money, "send {amount} to {beneficiary_name}"]
    slots:
      beneficiary_name: {}
      amount: {type: money, currency: EUR, validators: [{name: positive}, {name: below_limit, arguments: {limit: 500}}]}
      transaction_id: {}
    steps:
      - {name: ask_who, type: collect, slot: beneficiary_name, message: To whom?}
      - {name: ask_amount, type: collect, slot: amount, message: How much?}
      - name: sure
        type: confirm
        message: "Send {amount|floatformat:2} to {beneficiary_name}?"
        on_deny: ask_amount
      - {name: pay, type: action, call: execute_transfer, outputs: {transaction_id: transaction_id}, on_error: sorry}
      - {name: done, type: say, message: "Done: {transaction_id}.", next: end}
      - {name: sorry, type: say, message: It could not be sent.}
"""


def test_a_transfer_with_a_plugin_from_yaml(tmp_path: Path) -> None:
    (tmp_path / "bank_plugin.py").write_text(PLUGIN)
    (tmp_path / "bank.yaml").write_text(BOT)
    transfers = tmp_path / "transfers"
    settings = {
        "SONI_DATA_DIR": str(tmp_path / "data"),
        "SONI_PLUGINS": "bank_plugin",
        "PYTHONPATH": str(tmp_path),
        "TRANSFERS": str(transfers),
    }
    server = standalone_server(tmp_path / "data", tmp_path / "server.log", **settings)
    server.start()
    try:
        assert "Published: transfer v1" in manage(settings, "import_bot", str(tmp_path / "bank.yaml"), "--publish")
        key = manage(settings, "create_api_key", "bank", "--scope", "commands").splitlines()[-1]
        with httpx.Client(
            base_url=f"{server.address}/api/v1", headers={"Authorization": f"Api-Key {key}"}, timeout=60
        ) as http:
            conversation = http.post("/conversations", json={"bot": "bank"}).json()["id"]

            def post(**body: object) -> list[str]:
                answer = http.post(f"/conversations/{conversation}/messages", params={"wait": 30}, json=body)
                return [reply["text"] for reply in answer.json()["replies"]]

            assert post(text="hello") == ["To whom?"]
            assert post(text="Ana") == ["How much?"]
            assert post(text="900") == ["That is above your limit.", "How much?"]
            assert post(commands=[{"type": "set_slot", "slot": "amount", "value": 50}]) == ["Send 50.00 to Ana?"]
            assert post(text="no") == ["How much?"]
            assert post(text="60") == ["Send 60.00 to Ana?"]
            assert not transfers.exists()
            assert post(text="yes") == ["Transfer under way.", "Done: T-1."]
            assert transfers.read_text() == '[60.0, "Ana"]\n'
            assert [post(text=text) for text in ("again", "Nobody", "5", "yes")][-1] == ["It could not be sent."]
    finally:
        server.kill()
