"""Enqueues the fitting of a catalogue: when it is published, when it is found unfitted, and by the sweeper."""

import logging
from datetime import timedelta
from typing import Any

from celery import current_app
from django.db.models import F, Q
from django.db.models.functions import Now

from conversations_app.limits import FITTING_TIME, SWEEP_BATCH
from conversations_app.observing import metrics
from conversations_app.understanding.chosen import bots_that_learn
from flows_app.models import Bot, BotCatalogue, Flow, FlowVersion

logger = logging.getLogger(__name__)

FIT_CATALOGUE = "conversations_app.tasks.fit_catalogue"
# Its own task is on its way so long.
_PATIENCE = timedelta(minutes=1)


def enqueue_fitting(catalogue_id: int) -> None:
    """If the broker is down it is only logged, never the author's error: the sweeper asks again later."""
    try:
        current_app.send_task(FIT_CATALOGUE, args=[catalogue_id])
    except Exception:
        metrics.enqueue_failed()
        logger.warning("Could not enqueue the fitting of catalogue %s.", catalogue_id, exc_info=True)


def enqueue_unfitted() -> list[int]:
    """Current catalogues whose task was lost, or whose worker was."""
    nobody_is_at_it = Q(fitting_began_at=None) | Q(fitting_began_at__lt=Now() - FITTING_TIME)
    waiting = BotCatalogue.objects.filter(
        nobody_is_at_it,
        bots_that_learn("bot__"),
        bot__catalogue=F("pk"),
        fitted_at=None,
        created_at__lt=Now() - _PATIENCE,
    )
    found = list(waiting.order_by("pk").values_list("pk", flat=True)[:SWEEP_BATCH])
    for catalogue_id in found:
        enqueue_fitting(catalogue_id)
    return found


def after_publication(version: FlowVersion, **_: Any) -> None:
    """Receives `flow_published`."""
    _enqueue_for(version.flow)


def after_withdrawal(flow: Flow, **_: Any) -> None:
    """Receives `flow_withdrawn`."""
    _enqueue_for(flow)


def _enqueue_for(flow: Flow) -> None:
    learning = Bot.objects.filter(bots_that_learn(), pk=flow.bot_id).values_list("catalogue_id", flat=True)
    if catalogue_id := learning.first():
        enqueue_fitting(catalogue_id)
