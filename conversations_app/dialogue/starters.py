"""Starter buttons under the welcome: each starts a flow; a press needs no NLU."""

from collections.abc import Container
from typing import Any

from conversations_app.dialogue.patterns import pattern_wording
from flows_app.engine.options import compile_options, shown
from flows_app.engine.state import Offer
from flows_app.flow_language import BotSettings, Option, Wording
from flows_app.flow_language.commands import StartFlow

_WELCOME = "welcome"
# A conversation's first message, which answers none.
WELCOME_KEY = "0:bot:welcome:0:0"


def welcome_wording(settings: BotSettings, language: str, occasion: str) -> Wording:
    """Empty if the bot says none: with starters it says the delivered one, unless that is switched off."""
    if settings.starters and _WELCOME not in settings.patterns:
        settings = settings.model_copy(update={"patterns": {**settings.patterns, _WELCOME: True}})
    return pattern_wording(settings, language, _WELCOME, occasion)


def starter_options(settings: BotSettings, language: str, live: Container[str]) -> list[dict[str, Any]]:
    """Those whose flows are live."""
    starters = [starter for starter in settings.starters if starter.flow in live]
    options = [Option(label=starter.label, command=StartFlow(flow=starter.flow)) for starter in starters]
    return shown(compile_options(options, {}), {}, language)


def offers_of_welcome(settings: BotSettings, language: str) -> list[Offer]:
    """Options that a press in a new conversation is looked up in; those of flows that are not live were never shown."""
    options = starter_options(settings, language, {starter.flow for starter in settings.starters})
    return [{"key": WELCOME_KEY, "flow_id": None, "options": options}] if options else []
