"""Actions that never work: the conversation goes on as its flow says."""

import pytest

from tests.chaos.world import World
from tests.support.client import ApiClient

pytestmark = pytest.mark.processes


def test_actions_that_never_work(world: World) -> None:
    user = ApiClient(world.deployment.web.address, "trouble")
    for way, fault in (("fails", "failed"), ("hangs", "unknown"), ("nonsense", "result")):
        assert texts(user.say("hi")) == ["How shall it fail?"]
        assert texts(user.say(way)) == [f"It went wrong: {fault}."]


def texts(answer: dict[str, list[dict[str, str]]]) -> list[str]:
    return [reply["text"] for reply in answer["replies"]]
