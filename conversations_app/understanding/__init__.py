"""From a message to commands. Providers share the interface in `flows_app.engine.context`."""

from conversations_app.understanding.answers import AnswerProvider
from conversations_app.understanding.generation import NoTextGenerator
from conversations_app.understanding.scripted import ScriptedProvider
from conversations_app.understanding.timed import TimedProvider

__all__ = ["AnswerProvider", "NoTextGenerator", "ScriptedProvider", "TimedProvider"]
