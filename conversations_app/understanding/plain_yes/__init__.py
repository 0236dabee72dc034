"""Decides whether a message counts as a yes, where something is done on a yes."""

from conversations_app.understanding.plain_yes.deciding import is_plain_yes
from conversations_app.understanding.plain_yes.doubting import leaves_open, wants_time

__all__ = ["is_plain_yes", "leaves_open", "wants_time"]
