from collections import OrderedDict
from threading import Lock

from conversations_app.concurrency.orm import in_orm_thread
from conversations_app.limits import CATALOGUES_IN_MEMORY, FITTING_LOOKED_FOR_SECONDS
from conversations_app.understanding.catalogues.loaded import LoadedCatalogue
from conversations_app.understanding.catalogues.stored import read_catalogue
from flows_app.models import Bot, BotCatalogue

# Catalogue and encoder.
_Key = tuple[int | None, str]


class _Loaded:
    """The catalogues that were used last. Their flows never change, so one is never stale, only forgotten."""

    def __init__(self, bound: int = CATALOGUES_IN_MEMORY):
        self._bound = bound
        self._loaded: OrderedDict[_Key, LoadedCatalogue] = OrderedDict()
        self._lock = Lock()

    def get(self, key: _Key) -> LoadedCatalogue | None:
        with self._lock:
            if key in self._loaded:
                self._loaded.move_to_end(key)
            return self._loaded.get(key)

    def add(self, key: _Key, catalogue: LoadedCatalogue) -> LoadedCatalogue:
        """The first of two that were loaded at the same time is kept."""
        with self._lock:
            kept = self._loaded.setdefault(key, catalogue)
            while len(self._loaded) > self._bound:
                self._loaded.popitem(last=False)
            return kept

    def forget(self, key: _Key) -> None:
        with self._lock:
            self._loaded.pop(key, None)


_loaded = _Loaded()


async def load(bot: Bot, encoder: str = "use") -> LoadedCatalogue:
    """The bot's current catalogue, by the copy of its row that the turn has. No statement if it is in memory."""
    key = (bot.catalogue_id, encoder)
    known = _loaded.get(key)
    if known and known.is_worth_a_look(FITTING_LOOKED_FOR_SECONDS) and await in_orm_thread(_was_fitted, known):
        _loaded.forget(key)
        known = None
    return known or await _load(bot, encoder)


async def _load(bot: Bot, encoder: str) -> LoadedCatalogue:
    stored = await in_orm_thread(read_catalogue, bot.pk, bot.catalogue_id)
    # If the bot had none, or a worker was so slow that its own is gone: the rest of the turn takes this one.
    bot.catalogue_id = stored.id
    return _loaded.add((stored.id, encoder), LoadedCatalogue(stored, encoder))


def _was_fitted(catalogue: LoadedCatalogue) -> bool:
    """Since it was loaded."""
    fitted = BotCatalogue.objects.filter(pk=catalogue.id or 0).values_list("fitted_at", flat=True).first()
    return fitted is not None and fitted != catalogue.fitted_at
