"""Authoring in the Django admin."""

from flows_app.admin.audit import AuditEntryAdmin
from flows_app.admin.bots import BotAdmin
from flows_app.admin.flow_tests import FlowTestAdmin
from flows_app.admin.flows import FlowAdmin
from flows_app.admin.http_actions import HttpActionAdmin
from flows_app.admin.versions import FlowVersionAdmin

__all__ = ["AuditEntryAdmin", "BotAdmin", "FlowAdmin", "FlowTestAdmin", "FlowVersionAdmin", "HttpActionAdmin"]
