"""LangGraph's checkpoints on the Django ORM: one code path for SQLite and PostgreSQL."""

from conversations_app.checkpointing.django_saver import DjangoSaver
from conversations_app.checkpointing.turn_saver import StaleCheckpoint, TurnSaver

__all__ = ["DjangoSaver", "StaleCheckpoint", "TurnSaver"]
