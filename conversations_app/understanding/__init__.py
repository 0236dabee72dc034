"""From a message to commands. Providers share the interface in `flows_app.compiler.context`."""

from conversations_app.understanding.answers import AnswerProvider
from conversations_app.understanding.generation import NoTextGenerator

__all__ = ["AnswerProvider", "NoTextGenerator"]
