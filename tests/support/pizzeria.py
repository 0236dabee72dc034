"""A bot whose questions have buttons, for tests of every way to press one."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from flows_app.exchange import import_bot, publish_imported, read_bot
from flows_app.models import Bot
from tests.support.processes import Server, manage, standalone_server

PATH = Path(__file__).with_name("pizzeria.yaml")


def make_pizzeria() -> Bot:
    reading = read_bot(PATH)
    imported = import_bot(reading)
    publish_imported(imported, reading)
    return imported.bot


@contextmanager
def pizzeria_server(directory: Path) -> Iterator[Server]:
    """The platform in one process, with the pizzeria."""
    data = directory / "data"
    server = standalone_server(data, directory / "server.log")
    server.start()
    try:
        manage({"SONI_DATA_DIR": str(data)}, "import_bot", str(PATH), "--publish")
        yield server
    finally:
        server.kill()
