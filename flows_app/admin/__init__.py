"""Authoring in the Django admin."""

from flows_app.admin.bots import BotAdmin
from flows_app.admin.flows import FlowAdmin
from flows_app.admin.versions import FlowVersionAdmin

__all__ = ["BotAdmin", "FlowAdmin", "FlowVersionAdmin"]
