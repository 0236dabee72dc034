"""Rights of people in a bot: superusers have all, others those of their roles in that bot."""

from flows_app.rights.asking import Person, RightMissing, bots_with, has_somewhere, may, require
from flows_app.rights.right import RIGHTS_OF_ROLE, Right
from flows_app.rights.settings import (
    RIGHT_OF_SETTING,
    SettingRefused,
    changed_settings,
    live_right,
    may_set,
    reason_for,
    refused_settings,
    require_setting,
    settings_of,
)

__all__ = [
    "RIGHTS_OF_ROLE",
    "RIGHT_OF_SETTING",
    "Person",
    "Right",
    "RightMissing",
    "SettingRefused",
    "bots_with",
    "changed_settings",
    "has_somewhere",
    "live_right",
    "may",
    "may_set",
    "reason_for",
    "refused_settings",
    "require",
    "require_setting",
    "settings_of",
]
