import logging
from argparse import ArgumentTypeError
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import OperationalError, ProgrammingError
from pydantic import TypeAdapter, ValidationError

from conversations_app.terminal import TerminalChat
from conversations_app.terminal.lines import typed_lines
from conversations_app.verbs.refusals import StartRefused
from conversations_app.verbs.starting import start_conversation
from flows_app.flow_language.base import Language
from flows_app.models import Bot

_language: TypeAdapter[str] = TypeAdapter(Language)


class Command(BaseCommand):
    help = "Talks to a bot in the terminal; its turns run in this process. Reads from a pipe too."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("bot", help="the bot's slug")
        parser.add_argument("--language", type=_checked_language, help="such as es; else the bot's main language")
        parser.add_argument(
            "--trace", action="store_true", help="show after each turn what was understood, and where the flows stand"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            conversation = start_conversation(_find(options["bot"]), language=options["language"])
        except StartRefused as refused:
            raise CommandError(refused.detail) from refused
        # In the middle of the conversation only what its author wants to know: why a flow has failed.
        logging.getLogger().setLevel(logging.WARNING if options["trace"] else logging.ERROR)
        chat = TerminalChat(conversation, self._write, trace=options["trace"])
        self._write(f"You are talking to {conversation.bot}. /help says what you can type, Ctrl-D ends.")
        try:
            chat.talk(typed_lines(self._write))
        except KeyboardInterrupt:
            self._write("")
        self._write(f"Goodbye. The conversation is kept as {conversation}.")

    def _write(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()


def _checked_language(text: str) -> str:
    try:
        return _language.validate_python(text)
    except ValidationError:
        raise ArgumentTypeError(f"“{text}” is no language code: write it like en, es or pt-BR.") from None


def _find(slug: str) -> Bot:
    try:
        bot = Bot.objects.filter(slug=slug).first()
        known = ", ".join(Bot.objects.order_by("slug").values_list("slug", flat=True))
    except (OperationalError, ProgrammingError) as missing:
        raise CommandError("The database is not ready: run “make run” once, or “manage.py migrate”.") from missing
    if bot is None:
        raise CommandError(f"There is no bot “{slug}”. {f'There are: {known}.' if known else 'There are none so far.'}")
    return bot
