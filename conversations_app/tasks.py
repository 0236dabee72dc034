from uuid import UUID

from celery import shared_task

from conversations_app.channels import sending
from conversations_app.concurrency import event_loop
from conversations_app.turn import sharing, sweeping
from conversations_app.understanding import catalogues
from conversations_app.verbs import retention
from conversations_app.webhooks import delivering, fanning_out


@shared_task
def run_turn(conversation_id: str, bot_id: int = 0) -> None:
    """Answers what is unanswered in a conversation, a few turns at a time. Safe to deliver twice, and to lose.

    A web process of an earlier version does not name the bot.
    """
    sharing.run_turns_in_turn(UUID(conversation_id), bot_id)


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


@shared_task
def fan_out_webhooks(event_ids: list[str]) -> None:
    """Safe to deliver twice, and to lose."""
    fanning_out.fan_out([UUID(event_id) for event_id in event_ids])


@shared_task
def deliver_webhooks(endpoint_id: str) -> None:
    """Ends before the sending does, so that a slow receiver holds no worker; the sweeper finds what is lost."""
    event_loop.submit(delivering.deliver(UUID(endpoint_id)))


@shared_task
def send_to_provider(conversation_id: str) -> None:
    """Ends before the sending does, as for webhooks. Safe to deliver twice, and to lose."""
    event_loop.submit(sending.send_due(UUID(conversation_id)))
