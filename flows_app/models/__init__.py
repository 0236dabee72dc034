from flows_app.models.audit import AuditEntry
from flows_app.models.bot import Bot
from flows_app.models.catalogue import BotCatalogue, FlowProfile
from flows_app.models.draft import DraftSnapshot, Slot, Step
from flows_app.models.flow import Flow
from flows_app.models.flow_test import FlowTest
from flows_app.models.http_action import HttpAction
from flows_app.models.identity_secret import IdentitySecret
from flows_app.models.language_model_key import LanguageModelKey
from flows_app.models.role import BotRole
from flows_app.models.version import FlowVersion, ImmutableVersion

__all__ = [
    "AuditEntry",
    "Bot",
    "BotCatalogue",
    "BotRole",
    "DraftSnapshot",
    "Flow",
    "FlowProfile",
    "FlowTest",
    "FlowVersion",
    "HttpAction",
    "IdentitySecret",
    "ImmutableVersion",
    "LanguageModelKey",
    "Slot",
    "Step",
]
