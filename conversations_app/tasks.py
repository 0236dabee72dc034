from uuid import UUID

from celery import shared_task

from conversations_app.runtime import retention, sweeping, turns
from conversations_app.understanding import catalogues


@shared_task
def run_turn(conversation_id: str) -> None:
    """Answers whatever is unanswered in a conversation. Safe to deliver twice, and to lose."""
    turns.run_turns(UUID(conversation_id))


@shared_task
def sweep() -> None:
    sweeping.sweep()


@shared_task
def fit_catalogue(catalogue_id: int) -> None:
    """Safe to deliver twice, and to lose: until it is done, the bot understands less."""
    catalogues.fit_catalogue(catalogue_id)


@shared_task
def delete_outlived() -> None:
    retention.delete_outlived()
