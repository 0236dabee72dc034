"""Choosers learnt from definitions that are in no database, kept for as long as the same ones are talked to."""

import hashlib
import json
from collections import OrderedDict
from threading import Lock

from conversations_app.limits import LEARNT_OF_DRAFTS_IN_MEMORY
from conversations_app.understanding.catalogues import LoadedCatalogue, StoredCatalogue
from flows_app.engine import FlowOnOffer, FlowsOnOffer

_learnt: OrderedDict[str, LoadedCatalogue] = OrderedDict()
_lock = Lock()


def learnt(offered: FlowsOnOffer, encoder: str) -> LoadedCatalogue:
    """The same again for the same flows: an author changes a text, and tries it, a hundred times an hour."""
    key = _key(offered, encoder)
    with _lock:
        known = _learnt.setdefault(key, LoadedCatalogue(StoredCatalogue(offered), encoder))
        _learnt.move_to_end(key)
        while len(_learnt) > LEARNT_OF_DRAFTS_IN_MEMORY:
            _learnt.popitem(last=False)
    return known


def forget() -> None:
    with _lock:
        _learnt.clear()


def _key(offered: FlowsOnOffer, encoder: str) -> str:
    written = json.dumps([encoder, [_written(flow) for flow in offered.values()]], sort_keys=True, default=str)
    return hashlib.sha256(written.encode("utf-8", "surrogatepass")).hexdigest()


def _written(flow: FlowOnOffer) -> list[object]:
    return [flow.name, flow.description, flow.triggers, [slot.as_written() for slot in flow.slots]]
