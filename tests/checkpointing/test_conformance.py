from collections.abc import AsyncIterator

import pytest
from langgraph.checkpoint.conformance import checkpointer_test, validate

from conversations_app.checkpointing import DjangoSaver

pytestmark = pytest.mark.django_db(transaction=True)


async def test_the_saver_passes_the_whole_conformance_suite() -> None:
    @checkpointer_test(name="DjangoSaver")
    async def django_saver() -> AsyncIterator[DjangoSaver]:
        yield DjangoSaver()

    report = await validate(django_saver)

    failures = {name: result.failures for name, result in report.results.items() if result.failures}
    assert failures == {}
    assert {name: result.passed for name, result in report.results.items()} == dict.fromkeys(
        ("put", "put_writes", "get_tuple", "list", "delete_thread", "delete_for_runs", "copy_thread", "prune"), True
    )
