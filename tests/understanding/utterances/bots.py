"""The bots in `bots/`, as a provider of understanding sees them."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from flows_app.engine import FlowsOnOffer, flow_on_offer
from flows_app.exchange import Source, read_bot_from
from flows_app.flow_language import CollectStep, ConfirmStep, FlowDefinition

BOTS = sorted((Path(__file__).parent / "bots").glob("*.yaml"))


@dataclass(frozen=True)
class Bot:
    name: str
    flows: Mapping[str, FlowDefinition]
    on_offer: FlowsOnOffer

    def flow(self, name: str) -> FlowDefinition:
        assert name in self.flows, f"{self.name} has no flow {name}"
        return self.flows[name]

    def question(self, flow: str, slot: str) -> CollectStep:
        for step in self.flow(flow).all_steps():
            if isinstance(step, CollectStep) and step.slot == slot:
                return step
        raise AssertionError(f"{flow} of {self.name} never asks for {slot}")

    def confirmation(self, flow: str) -> ConfirmStep:
        for step in self.flow(flow).all_steps():
            if isinstance(step, ConfirmStep):
                return step
        raise AssertionError(f"{flow} of {self.name} confirms nothing")


@cache
def bot_named(name: str) -> Bot:
    path = Path(__file__).parent / "bots" / f"{name}.yaml"
    definition = read_bot_from([Source(path.name, path.read_bytes())]).definition
    flows = {flow.name: flow for flow in definition.flows}
    return Bot(name, flows, {flow.name: flow_on_offer(flow) for flow in definition.flows})
