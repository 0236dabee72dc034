import asyncio
from collections.abc import Iterator
from datetime import timedelta
from unittest.mock import patch
from uuid import uuid4

from django.db import OperationalError

from conversations_app.turn import leases
from conversations_app.turn.leases import Lease


async def test_a_lease_is_renewed_again_after_the_database_was_away() -> None:
    tries: Iterator[Exception | bool] = iter(
        [OperationalError("the connection is lost"), OperationalError("no connection"), True, False]
    )
    renewed = asyncio.Event()

    def renew(lease: Lease) -> bool:
        outcome = next(tries)
        if isinstance(outcome, Exception):
            raise outcome
        if not outcome:
            loop.call_soon_threadsafe(renewed.set)
        return outcome

    loop = asyncio.get_running_loop()
    with patch.object(leases, "renew", renew), patch.object(leases, "LEASE_RENEWAL", timedelta(milliseconds=1)):
        async with leases.renewed(Lease(uuid4(), uuid4())):
            await asyncio.wait_for(renewed.wait(), timeout=30)
