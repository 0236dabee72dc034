"""A conversation in a terminal, whose turns run in its own process."""

from conversations_app.terminal.chat import TerminalChat

__all__ = ["TerminalChat"]
