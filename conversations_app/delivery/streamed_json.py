"""Long JSON documents, written as they are read: no more than a page of them is in memory."""

import json
from collections.abc import AsyncIterator, Iterator, Mapping
from itertools import islice
from typing import Any

from django.http import StreamingHttpResponse

from conversations_app.concurrency.orm import in_orm_thread
from conversations_app.limits import ROWS_PER_PAGE


def streamed_json(document: Mapping[str, Any], **headers: str) -> StreamingHttpResponse:
    return StreamingHttpResponse(_chunks(document), content_type="application/json", headers=headers)


def written(document: Mapping[str, Any]) -> Iterator[str]:
    """In pieces of a page at most. Values that are iterators become lists; the rest is written as it is."""
    before = "{"
    for name, value in document.items():
        yield f"{before}{_json(name)}: "
        yield from _list(value) if isinstance(value, Iterator) else [_json(value)]
        before = ",\n"
    yield "}"


def _list(values: Iterator[Any]) -> Iterator[str]:
    before = "["
    while page := [_json(value) for value in islice(values, ROWS_PER_PAGE)]:
        yield before + ",\n".join(page)
        before = ",\n"
    yield "]" if before == ",\n" else "[]"


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


async def _chunks(document: Mapping[str, Any]) -> AsyncIterator[str]:
    """Each piece on a thread of its own, which the document is free to ask the database on."""
    pieces = written(document)
    while piece := await in_orm_thread(next, pieces, ""):
        yield piece
