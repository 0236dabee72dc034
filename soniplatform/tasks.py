from celery import shared_task

from soniplatform import expiring


@shared_task
def clear_expired() -> None:
    expiring.clear_expired()
