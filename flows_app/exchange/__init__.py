"""Bots as YAML, in and out."""

from flows_app.exchange.exporting import ExportFailed, export_bot, unreadable_flows
from flows_app.exchange.importing import Imported, import_bot
from flows_app.exchange.publishing import Published, publish_imported
from flows_app.exchange.reading import BotReading, read_bot, read_bot_from
from flows_app.exchange.sources import Source
from flows_app.yaml_text.places import ImportRefused, Place, Problem

__all__ = [
    "BotReading",
    "ExportFailed",
    "ImportRefused",
    "Imported",
    "Place",
    "Problem",
    "Published",
    "Source",
    "export_bot",
    "import_bot",
    "publish_imported",
    "read_bot",
    "read_bot_from",
    "unreadable_flows",
]
