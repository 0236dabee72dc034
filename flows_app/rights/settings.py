"""Which right each setting of a bot needs. The admin, the import of YAML and the verbs all ask here.

A setting has no draft: it counts from the next turn on. Where a second person publishes, nobody could look at it first,
so there what is live is for who manages the bot.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext
from pydantic import ValidationError

from flows_app.flow_language import BotSettings
from flows_app.models import Bot
from flows_app.rights.asking import Person, RightMissing, may
from flows_app.rights.right import Right

RIGHT_OF_SETTING: Mapping[str, Right] = {
    # Live: what users hear, and what becomes of what they say.
    "name": Right.PUBLISH,
    "default_flow": Right.PUBLISH,
    "languages": Right.PUBLISH,
    "starters": Right.PUBLISH,
    "follow_language": Right.PUBLISH,
    "double_texting": Right.PUBLISH,
    "patterns": Right.PUBLISH,
    "session_minutes": Right.PUBLISH,
    "turns_without_progress": Right.PUBLISH,
    "understanding": Right.PUBLISH,
    "language_model_key": Right.PUBLISH,
    "handoff": Right.PUBLISH,
    "theme": Right.PUBLISH,
    # It may lead into the operator's own network, where no HTTP action of an author or a publisher gets to.
    "understanding.api_base": Right.MANAGE,
    # Access.
    "slug": Right.MANAGE,
    "public": Right.MANAGE,
    "allowed_origins": Right.MANAGE,
    "requires_verified_users": Right.MANAGE,
    # It deletes conversations.
    "retention_days": Right.MANAGE,
    # Rules that bind authors and publishers are not theirs to switch off.
    "tests_gate_publishing": Right.MANAGE,
    "second_person_publishes": Right.MANAGE,
}


class SettingRefused(RightMissing):
    """The person may not change that setting of the bot."""

    def __init__(self, setting: str, bot: Bot):
        super().__init__(right_for(setting, bot), bot)
        sentence = gettext("You may not change “{setting}” of “{bot}”: it {reason}")
        self.args = (sentence.format(setting=setting, bot=bot, reason=reason_for(setting, bot)),)


def live_right(bot: Bot) -> Right:
    """Gives the right for changing a bot at once, without a version that a second person could publish."""
    return Right.MANAGE if _second_person_publishes(bot) else Right.PUBLISH


def right_for(setting: str, bot: Bot) -> Right:
    right = RIGHT_OF_SETTING[setting]
    return live_right(bot) if right is Right.PUBLISH else right


def reason_for(setting: str, bot: Bot) -> str:
    """Tells people without the right which one is needed: “needs the right to publish.”"""
    right = right_for(setting, bot)
    if right is Right.PUBLISH:
        return gettext("needs the right to publish.")
    if right is RIGHT_OF_SETTING[setting]:
        return gettext("needs the right to manage the bot.")
    return gettext(
        "needs the right to manage the bot, because a second person publishes here and this is live at once."
    )


def may_set(user: Person, setting: str, bot: Bot) -> bool:
    return may(user, right_for(setting, bot), bot)


def require_setting(user: Person, setting: str, bot: Bot) -> None:
    if not may_set(user, setting, bot):
        raise SettingRefused(setting, bot)


def settings_of(bot: Bot) -> dict[str, Any]:
    """All that the table names, defaults filled in; but for the key of the language model, which nobody reads."""
    stored = _readable(bot)
    understanding = dict(stored.pop("understanding"))
    columns = {name: getattr(bot, name) for name in ("name", "slug", "languages", "requires_verified_users")}
    return {
        **columns,
        "default_flow": bot.default_flow.name if bot.default_flow else None,
        **stored,
        "understanding.api_base": understanding.pop("api_base", ""),
        "understanding": understanding,
    }


def changed_settings(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    return [name for name in RIGHT_OF_SETTING if before.get(name) != after.get(name)]


def refused_settings(user: Person, bot: Bot, changed: Iterable[str]) -> list[str]:
    """Gives the changed settings that the person may not change. `bot` is as it was before the change."""
    return [name for name in changed if not may_set(user, name, bot)]


def _second_person_publishes(bot: Bot) -> bool:
    return bool(bot.settings.get("second_person_publishes", False))


def _readable(bot: Bot) -> dict[str, Any]:
    try:
        return bot.read_settings().model_dump(mode="json")
    except ValidationError:
        defaults = BotSettings().model_dump(mode="json")
        stored = {**defaults, **bot.settings, "public": bot.public, "allowed_origins": bot.allowed_origins}
        return stored if isinstance(stored["understanding"], dict) else {**stored, "understanding": {}}
