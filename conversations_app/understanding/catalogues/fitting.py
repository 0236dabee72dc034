from django.db import connections
from django.db.models import F, Q
from django.db.models.functions import Now
from django.utils import timezone

from conversations_app.limits import FITTING_TIME
from conversations_app.understanding.catalogues.stored import StoredCatalogue, read_catalogue
from conversations_app.understanding.chosen import learns
from flows_app.models import BotCatalogue, FlowProfile


def fit_catalogue(catalogue_id: int) -> bool:
    """Encodes the examples that nobody has encoded yet, learns to tell the flows apart, and stores both.

    Says whether it did: not if the bot has another catalogue by now (an import of fifty flows makes fifty), if this
    one is fitted or being fitted, or if the bot is of those that learn nothing.
    """
    row = BotCatalogue.objects.select_related("bot").defer("weights").filter(pk=catalogue_id).first()
    if row is None or row.bot.catalogue_id != row.pk:
        return False
    settings = row.bot.read_settings().understanding
    return learns(settings) and _fit(row, settings.encoder)


def _fit(row: BotCatalogue, encoder: str) -> bool:
    # Imports numpy, which not every process needs.
    from conversations_app.understanding.catalogues.learning import (
        fitted_chooser,
        remembered_chooser,
        with_all_vectors,
    )
    from conversations_app.understanding.catalogues.reading import reader_called

    reader = reader_called(encoder)
    stored = read_catalogue(row.bot_id, row.pk, to_fit=True)
    if remembered_chooser(stored, reader) or not _claim(row):
        return False
    # Both take seconds for a large bot; the connection serves others meanwhile.
    connections.close_all()
    complete = with_all_vectors(stored, reader)
    _store_vectors(row, stored, complete)
    if not BotCatalogue.objects.filter(pk=row.pk, bot__catalogue=F("pk")).exists():
        return False
    connections.close_all()
    weights = fitted_chooser(complete, reader).to_bytes()
    return _store_weights(row, weights, reader.encoder.name)


def _claim(row: BotCatalogue) -> bool:
    """One worker at a time. One that has not finished after so long is taken to be gone."""
    free = Q(fitting_began_at=None) | Q(fitting_began_at__lt=Now() - FITTING_TIME)
    return bool(BotCatalogue.objects.filter(free, pk=row.pk).update(fitting_began_at=Now()))


def _store_vectors(row: BotCatalogue, before: StoredCatalogue, after: StoredCatalogue) -> None:
    for name, vectors in after.vectors.items():
        if vectors != before.vectors.get(name):
            profiles = FlowProfile.objects.filter(pk=row.versions[name])
            profiles.update(vectors=vectors.content, encoder=vectors.encoder)


def _store_weights(row: BotCatalogue, weights: bytes, encoder: str) -> bool:
    fitted = {"weights": weights, "encoder": encoder, "fitted_at": timezone.now(), "fitting_began_at": None}
    return bool(BotCatalogue.objects.filter(pk=row.pk).update(**fitted))
