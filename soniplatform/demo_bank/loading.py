from pathlib import Path

from django.db import transaction

from flows_app.exchange import import_bot, publish_imported, read_bot
from flows_app.models import Bot

PATH = Path(__file__).with_name("bank.yaml")


class DemoIncomplete(Exception):
    """A flow of the demo could not be published."""


@transaction.atomic
def load_bank() -> Bot:
    """Reads and publishes the bank's bot as `import_bot --publish` does. One that is there stays as it is."""
    reading = read_bot(PATH)
    if present := Bot.objects.filter(slug=reading.definition.slug).first():
        return present
    imported = import_bot(reading)
    published = publish_imported(imported, reading)
    if published.refused:
        raise DemoIncomplete("\n".join(reason for reasons in published.refused.values() for reason in reasons))
    return imported.bot
