"""Tells people in a sentence what they can't do in the simulator of a bot; None if they can."""

from flows_app.models import Bot
from flows_app.rights import Person, Right, may


def why_not_really(person: Person, bot: Bot) -> str | None:
    """A draft that calls actions for real goes past the tests and past the second person, so it is for who may publish
    alone; and for nobody where nobody may."""
    if not may(person, Right.PUBLISH, bot):
        return "Calling actions for real needs the right to publish."
    if bot.read_settings().second_person_publishes:
        return "Actions are only pretended here, because a second person publishes: a draft must not go past them."
    return None


def why_not_by_model(person: Person, bot: Bot) -> str | None:
    """Calls of the language model are charged to the bot's key, whatever the tried document says."""
    if may(person, Right.WRITE, bot) or bot.read_settings().understanding.provider != "dspy":
        return None
    return "The embedded understanding stands in for the bot’s language model: asking that needs the right to write."
