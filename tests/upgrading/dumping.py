"""How make_fixture.py makes the database, and what of it is written."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.apps import apps
from django.core import serializers
from django.core.serializers.json import DjangoJSONEncoder
from django.db import connection, models

from conversations_app.checkpointing import DjangoSaver
from conversations_app.models import ActionReceipt, Checkpoint, Conversation, FlowRun, Message, Turn
from flows_app.engine import STATE_VERSION
from flows_app.exchange import import_bot, publish_imported, read_bot
from flows_app.models import Bot, BotCatalogue, Flow, FlowProfile, FlowVersion
from tests.upgrading.actions import registered_actions
from tests.upgrading.standing import STANDING, NamedTalk

BOT = Path(__file__).with_name("bot.yaml")
# What a process remembers goes by primary keys: these are far from those that other tests give out.
BELOW_FIRST_KEY = 900_000

DUMPED: tuple[type[models.Model], ...] = (
    *(Bot, Flow, FlowVersion, FlowProfile, BotCatalogue),
    *(Conversation, Message, Turn, FlowRun, ActionReceipt, Checkpoint),
)


def dump() -> str:
    """Of a database that is migrated and empty."""
    if STATE_VERSION != 1:
        sys.exit(f"This code has state version {STATE_VERSION}.")
    _begin_keys_high()
    with registered_actions([]):
        bot = _published_bot()
        for stands in STANDING:
            stands(NamedTalk(bot, stands.__name__))
    _drop_what_no_turn_reads(bot)
    rows = ",\n".join(_written(row) for row in serializers.serialize("python", _rows()))
    return f"[\n{rows}\n]"


def _begin_keys_high() -> None:
    keys = [(model._meta.db_table, BELOW_FIRST_KEY) for model in DUMPED if model._meta.auto_field]
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM sqlite_sequence")
        cursor.executemany("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", keys)


def _published_bot() -> Bot:
    reading = read_bot(BOT)
    imported = import_bot(reading)
    published = publish_imported(imported, reading)
    if published.refused:
        sys.exit(str(published.refused))
    return Bot.objects.get(pk=imported.bot.pk)


def _drop_what_no_turn_reads(bot: Bot) -> None:
    for conversation in Conversation.objects.all():
        DjangoSaver().keep_newest(str(conversation.pk), 1)
    Turn.objects.filter(status=Turn.Status.DONE).delete()
    for catalogue in bot.catalogues.order_by("-pk")[1:]:
        catalogue.delete()


def _rows() -> Iterator[models.Model]:
    for model in DUMPED:
        yield from model._default_manager.order_by("pk")


def _written(row: dict[str, Any]) -> str:
    """A line, without the fields that hold their defaults: loading gives those back."""
    field = apps.get_model(row["model"])._meta.get_field
    kept = {name: value for name, value in row["fields"].items() if value != field(name).get_default()}
    return json.dumps({**row, "fields": kept}, cls=DjangoJSONEncoder, ensure_ascii=False, separators=(",", ":"))
