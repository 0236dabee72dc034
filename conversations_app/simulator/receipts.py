"""Stubs for a test from the receipts of a conversation."""

from collections.abc import Iterator, Mapping
from typing import Any

from conversations_app.flow_tests import BotUnderTest
from conversations_app.flow_tests.outcomes import outcome_as_written
from conversations_app.models import ActionReceipt, Conversation
from conversations_app.simulator.stand_ins import StandIns
from flows_app.engine import ActionOutcome
from flows_app.flow_language import FlowDefinition, Step
from flows_app.flow_language.uses import action_of, outputs_of
from flows_app.masking import sensitive_slots

Written = dict[str, Any]


def pretended_calls(
    conversation: Conversation, bot: BotUnderTest, stand_ins: StandIns
) -> Iterator[tuple[str, Written]]:
    """Each call in order, with its outcome. An idempotent one that has failed was tried as often as it may be."""
    runs = conversation.flow_runs.select_related("version__flow")
    flows = {run.flow_id: bot.flows.named(run.version.flow.name) for run in runs}
    for receipt in conversation.receipts.order_by("begun_at", "pk"):
        flow = flows.get(receipt.flow_id)
        step = _action_step(flow, receipt)
        if flow is None or step is None:
            continue  # something that was written, which a test does not repeat
        action, outcome = str(action_of(step)), _outcome(receipt)
        known = bot.actions.get(action)
        retries = getattr(step, "retry", 0)
        tries = 1 + (retries if known and known.idempotent and outcome.error_type else 0)
        yield from [(action, outcome_as_written(_without_secrets(outcome, flow, step, stand_ins)))] * tries


def _action_step(flow: FlowDefinition | None, receipt: ActionReceipt) -> Step | None:
    steps = flow.all_steps() if flow else ()
    return next((step for step in steps if action_of(step) and step.name == receipt.step), None)


def _outcome(receipt: ActionReceipt) -> ActionOutcome:
    return ActionOutcome(**receipt.outcome) if receipt.outcome else ActionOutcome(error_type="unknown")


def _without_secrets(outcome: ActionOutcome, flow: FlowDefinition, step: Step, stand_ins: StandIns) -> ActionOutcome:
    """Keeps only outputs that the flow keeps or says: the rest is for nobody's eyes.

    Words of an action may tell what it was given: where a flow has something to hide they are left out.
    """
    outputs = outputs_of(step)
    result: Mapping[str, Any] = {
        key: stand_ins.of(slot, value)
        if stand_ins.is_needed_for(slot := outputs.get(key, ""))
        else stand_ins.instead(value)
        for key, value in outcome.result.items()
        if key in outputs or key == "message"
    }
    if not sensitive_slots(flow):
        return ActionOutcome(result, outcome.error_type, outcome.error)
    told = {**result, "message": "Done."} if "message" in result else result
    return ActionOutcome(told, outcome.error_type, "It failed." if outcome.error else "")
