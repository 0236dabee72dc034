"""Names that other modules ask for here; each resource has a module of its own."""

from conversations_app.api.access import checked, holder_of, open_conversation, require_scope
from conversations_app.api.conversations import public_conversation
from conversations_app.api.messages import MessagesView

__all__ = ["MessagesView", "checked", "holder_of", "open_conversation", "public_conversation", "require_scope"]
