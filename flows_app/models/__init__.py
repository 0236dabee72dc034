from flows_app.models.bot import Bot
from flows_app.models.draft import Slot, Step
from flows_app.models.flow import Flow
from flows_app.models.version import FlowVersion, ImmutableVersion

__all__ = ["Bot", "Flow", "FlowVersion", "ImmutableVersion", "Slot", "Step"]
