"""Providers side by side, on what people have marked in a bot's conversations."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.core.management.base import CommandError

from conversations_app.concurrency import event_loop
from conversations_app.management.bots import bot_called
from conversations_app.management.progress import progress_bar
from conversations_app.models import NLUProgram
from conversations_app.understanding.catalogues import BotOffer
from conversations_app.understanding.evaluating.examples import Measured, measure
from conversations_app.understanding.marked.messages import marked_messages
from conversations_app.understanding.programs import active_program
from conversations_app.understanding.providers import BotLanguageModel, provider_for
from flows_app.engine import NLUProvider
from flows_app.flow_language import UnderstandingSettings
from flows_app.models import Bot

EMBEDDED, DELIVERED = "embedded", "delivered"


def evaluated_on_marked(slug: str, chosen: str | None) -> str:
    """A table. `chosen` is such as `1,3,delivered,embedded`; without it, all that a turn may come to."""
    bot = bot_called(slug)
    messages = marked_messages(bot)
    if not messages:
        raise CommandError(f"“{bot}” has no marked examples: mark turns in the console.")
    names = [name.strip() for name in chosen.split(",")] if chosen else list(_usual(bot))
    # All of them are there before the first one is asked.
    providers = [(name, _provider(bot, name)) for name in names]
    lines = [_line(name, _measured(name, provider, messages)) for name, provider in providers]
    noun = "example" if len(messages) == 1 else "examples"
    return "\n".join([f"{len(messages)} marked {noun} of “{bot}”", _HEAD, *lines])


def _measured(name: str, provider: NLUProvider, messages: Sequence[Any]) -> Measured:
    advance = progress_bar(name, len(messages))
    return event_loop.run(measure(provider, messages, lambda answer: advance()))


def _usual(bot: Bot) -> Iterator[str]:
    yield EMBEDDED
    if bot.read_settings().understanding.model:
        yield DELIVERED
        if program := active_program(bot.pk):
            yield str(program.number)


def _provider(bot: Bot, name: str) -> NLUProvider:
    settings = bot.read_settings().understanding
    if name == EMBEDDED:
        return _provider_of(bot, settings.model_copy(update={"provider": "embedded"}), None)
    if settings.model is None:
        raise CommandError(f"“{bot}” has no language model to ask; only “embedded” can be measured.")
    return _provider_of(bot, settings.model_copy(update={"provider": "dspy"}), _states(bot, name))


def _provider_of(bot: Bot, settings: UnderstandingSettings, states: Mapping[str, Any] | None) -> NLUProvider:
    async def programs() -> Mapping[str, Any] | None:
        return states

    chooser = BotOffer(bot, settings).chooser
    return provider_for(settings, chooser=chooser, model=BotLanguageModel(bot.pk, settings), programs=programs)


def _states(bot: Bot, name: str) -> Mapping[str, Any] | None:
    if name == DELIVERED:
        return None
    number = name.removeprefix("program").strip()
    program = NLUProgram.objects.filter(bot=bot, number=number).first() if number.isdecimal() else None
    if program is None:
        raise CommandError(f"“{bot}” has no program “{name}”: give numbers, “delivered” or “embedded”.")
    states: Mapping[str, Any] = program.states
    return states


_HEAD = f"{'':<14}{'right':>12}{'share':>10}{'ms a message':>15}{'tokens':>9}{'fell back':>11}"


def _line(name: str, measured: Measured) -> str:
    """Where a language model fell back, its figures are those of the one that answered."""
    title = f"program {name}" if name.isdecimal() else name
    right = f"{measured.right} of {len(measured.answers)}"
    asked = name != EMBEDDED
    tokens = f"{measured.tokens:.0f}" if measured.tokens else "–"
    fell_back = str(measured.fell_back) if asked else "–"
    share, milliseconds = f"{100 * measured.share:.1f} %", f"{measured.milliseconds:.1f}"
    return f"{title:<14}{right:>12}{share:>10}{milliseconds:>15}{tokens:>9}{fell_back:>11}"
