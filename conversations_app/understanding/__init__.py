"""From a message to commands. Providers share the interface in `flows_app.compiler.context`."""

from conversations_app.understanding.answers import AnswerProvider

__all__ = ["AnswerProvider"]
