"""The turn: how a message gets in, and how it is answered exactly once."""
