"""Verbs on a whole bot, one a module, each with right, check and log entry inside."""

from flows_app.bots.archive import ArchiveBot, BringBackBot
from flows_app.bots.copy import CopyBot, secrets_left_out
from flows_app.bots.delete import DeleteBot
from flows_app.bots.errors import BotRefused

__all__ = ["ArchiveBot", "BotRefused", "BringBackBot", "CopyBot", "DeleteBot", "secrets_left_out"]
