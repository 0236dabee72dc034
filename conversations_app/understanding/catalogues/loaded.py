import time
from threading import Lock
from typing import TYPE_CHECKING

from conversations_app.concurrency.cpu_pool import run_in_cpu_pool
from conversations_app.understanding.catalogues.enqueueing import enqueue_fitting
from conversations_app.understanding.catalogues.stored import StoredCatalogue
from flows_app.engine import FlowsOnOffer

if TYPE_CHECKING:
    from conversations_app.understanding.choosing import FlowChooser


class LoadedCatalogue:
    """A bot's flows and their chooser. Reading only the flows loads no encoder, which takes 130 MB."""

    def __init__(self, stored: StoredCatalogue, encoder: str = "use"):
        self.id = stored.id
        self.fitted_at = stored.fitted_at
        self.flows: FlowsOnOffer = stored.flows
        self._encoder = encoder
        # Until the chooser is made of it.
        self._stored: StoredCatalogue | None = stored
        self._chooser: FlowChooser | None = None
        self._making = Lock()
        self._looked_at = time.monotonic()
        self.is_provisional = False

    async def chooser(self) -> "FlowChooser":
        """Made when it is first asked for, on a thread: an example that nobody has encoded yet takes milliseconds."""
        if self._chooser is not None:
            return self._chooser
        return await run_in_cpu_pool(self._made)

    def is_worth_a_look(self, seconds: float) -> bool:
        """Whether it may have been fitted meanwhile. Said once in so many seconds."""
        now = time.monotonic()
        if not self.is_provisional or now - self._looked_at < seconds:
            return False
        self._looked_at = now
        return True

    def _made(self) -> "FlowChooser":
        with self._making:
            if self._chooser is None:
                assert self._stored is not None  # noqa: S101  it is what the chooser is made of
                self._chooser = self._make(self._stored)
                self._stored = None
            return self._chooser

    def _make(self, stored: StoredCatalogue) -> "FlowChooser":
        from conversations_app.understanding.catalogues.learning import (
            fitted_chooser,
            remembered_chooser,
            untrained_chooser,
        )
        from conversations_app.understanding.catalogues.reading import reader_called

        reader = reader_called(self._encoder)
        if remembered := remembered_chooser(stored, reader):
            return remembered
        if stored.id is None:
            return fitted_chooser(stored, reader)  # of a bot that is in no database: nobody else will fit it
        self.is_provisional = True
        enqueue_fitting(stored.id)
        return untrained_chooser(stored, reader)
