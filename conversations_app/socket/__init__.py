"""The WebSocket of a conversation."""
