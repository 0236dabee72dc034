"""A bot's drafts as YAML."""

from typing import Any

from pydantic import ValidationError

from flows_app.drafts import draft_as_written, read_draft
from flows_app.drafts.reading import slot_as_written
from flows_app.exchange.flow_tests import tests_as_written
from flows_app.exchange.http_actions import action_as_written
from flows_app.flow_language import SlotDefinition
from flows_app.models import Bot, Flow, Slot
from flows_app.yaml_text.nodes import plain
from flows_app.yaml_text.parsing import parse
from flows_app.yaml_text.places import Remarks
from flows_app.yaml_text.writing import as_yaml, in_reading_order


class ExportFailed(Exception):
    """The text would not read back as the same bot: better no file than one that has lost something."""


def export_bot(bot: Bot) -> str:
    written = bot_as_written(bot)
    text = as_yaml(written)
    remarks = Remarks()
    documents = parse(bot.slug, text.encode(), remarks)
    if remarks.problems or [plain(document) for document in documents] != [written]:
        reason = str(remarks.problems[0]) if remarks.problems else "it would read back as something else."
        raise ExportFailed(f"“{bot}” can't be written as YAML: {reason}")
    return text


def bot_as_written(bot: Bot) -> dict[str, Any]:
    """Gives the bot in the shape of the language's BotDefinition, without defaults."""
    flows = bot.flows.select_related("bot").order_by("name")
    written = {
        "name": bot.name,
        "slug": bot.slug,
        "languages": [] if bot.languages == ["en"] else bot.languages,
        "default_flow": bot.default_flow.name if bot.default_flow else None,
        "settings": _settings(bot),
        "slots": [_slot(slot) for slot in bot.slots.all()],
        "http_actions": [action_as_written(action) for action in bot.http_actions.order_by("name")],
        "flows": [flow_as_written(flow) for flow in flows],
        "tests": {flow.name: tests for flow in flows if (tests := tests_as_written(flow))},
    }
    return in_reading_order({key: value for key, value in written.items() if value not in (None, [], {})})


def flow_as_written(flow: Flow) -> dict[str, Any]:
    """A draft that is no definition yet is written as its rows are: nothing of it is lost."""
    definition = read_draft(flow).definition
    if definition:
        written = definition.as_written()
    else:
        written = {key: value for key, value in draft_as_written(flow).items() if value not in ("", [], {}, None)}
    # The bot's slots are written once, with the bot.
    written.pop("bot_slots", None)
    return written


def unreadable_flows(bot: Bot) -> list[Flow]:
    """Flows whose drafts are no definitions yet: they are exported, but an import will ask to mend them."""
    return [flow for flow in bot.flows.all() if read_draft(flow).definition is None]


def _slot(slot: Slot) -> dict[str, Any]:
    row = slot_as_written(slot)
    try:
        return SlotDefinition.model_validate(row).as_written()
    except ValidationError:
        return row


def _settings(bot: Bot) -> dict[str, Any]:
    try:
        return bot.read_settings().as_written()
    except ValidationError:
        return {**bot.settings, "public": bot.public, "allowed_origins": bot.allowed_origins}
