"""Two tabs, a client of REST, another system and a person in the same conversations, on real servers."""

from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest

from tests.chaos.scale import times
from tests.chaos.world import World
from tests.confirmations.oracle import Judgement
from tests.confirmations.servers import Gathering

pytestmark = pytest.mark.processes


def test_no_action_without_a_yes_to_its_values(world: World, seeded: Random) -> None:
    scopes = ("--scope", "commands", "--scope", "manage")
    key = world.deployment.manage("create_api_key", "confirmations", *scopes).splitlines()[-1]
    gatherings = [
        Gathering(seeded.choice(world.addresses), key, world.journal, str(seeded.random())) for _ in range(times(3, 30))
    ]
    with ThreadPoolExecutor(3) as threads:
        for evidence in threads.map(lambda gathering: gathering.talk(12), gatherings):
            wrong = Judgement(evidence).everything
            said = [f"#{one['seq']} {one['role']} (turn {one['turn']}): {one['text']}" for one in evidence.transcript]
            assert not wrong, "\n".join((*wrong, "", *said))
