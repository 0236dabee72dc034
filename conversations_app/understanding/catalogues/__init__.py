"""A bot's offer in a worker's memory: its flows, and the classifier that tells them apart."""

from conversations_app.understanding.catalogues.enqueueing import (
    after_publication,
    after_withdrawal,
    enqueue_fitting,
    enqueue_unfitted,
)
from conversations_app.understanding.catalogues.fitting import fit_catalogue
from conversations_app.understanding.catalogues.loaded import LoadedCatalogue
from conversations_app.understanding.catalogues.loading import load
from conversations_app.understanding.catalogues.offer import BotOffer
from conversations_app.understanding.catalogues.stored import StoredCatalogue

__all__ = [
    "BotOffer",
    "LoadedCatalogue",
    "StoredCatalogue",
    "after_publication",
    "after_withdrawal",
    "enqueue_fitting",
    "enqueue_unfitted",
    "fit_catalogue",
    "load",
]
