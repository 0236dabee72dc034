import os
from collections.abc import Iterator
from random import Random, SystemRandom

import pytest

from tests.chaos.report import Report
from tests.chaos.world import World


@pytest.fixture(scope="package")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    with World.running(tmp_path_factory.mktemp("chaos")) as running:
        yield running


@pytest.fixture(scope="package")
def seed() -> str:
    return os.environ.get("CHAOS_SEED") or str(SystemRandom().randrange(10**6))


@pytest.fixture
def seeded(seed: str, request: pytest.FixtureRequest) -> Random:
    """Repeats the choices of a run, though not what the machine makes of them."""
    print(f"\nCHAOS_SEED={seed}")
    return Random(f"{seed} {request.node.name}")  # noqa: S311


@pytest.fixture(scope="package")
def report() -> Iterator[Report]:
    written = Report()
    yield written
    written.print()
