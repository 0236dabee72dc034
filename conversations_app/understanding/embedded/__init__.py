"""Understanding without an account and without a network."""

from conversations_app.understanding.embedded.provider import EmbeddedProvider

__all__ = ["EmbeddedProvider"]
