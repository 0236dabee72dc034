"""A conversation keeps its version, in every process, through publishing."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.client import ApiClient
from tests.support.deployment import Deployment

pytestmark = pytest.mark.processes

# The new version has no trace of the step that conversations wait at.
PUBLISH_ANOTHER = """
from flows_app.models import Flow
from tests.support.authoring import publish, write_steps

flow = Flow.objects.get(name="greet")
write_steps(flow, [{"name": "welcome", "type": "say", "message": "Welcome!"}], slots=[])
publish(flow)
"""


@pytest.fixture
def deployment(postgresql_url: str, redis_url: str, tmp_path: Path) -> Iterator[Deployment]:
    with Deployment.on(postgresql_url, redis_url, tmp_path, workers=2) as running:
        running.create_demo_bot()
        yield running


def replies(answer: dict[str, list[dict[str, str]]]) -> list[str]:
    return [reply["text"] for reply in answer["replies"]]


def test_publishing_deletes_the_step_that_conversations_wait_at(deployment: Deployment) -> None:
    address = deployment.web.address
    under_way = [ApiClient(address, "greeter") for _ in range(6)]
    # Both workers know the first version by now.
    assert [replies(client.say("hi")) for client in under_way] == [["What is your name?"]] * 6

    deployment.shell(PUBLISH_ANOTHER)

    started_now = [ApiClient(address, "greeter") for _ in range(6)]
    assert [replies(client.say("hi")) for client in started_now] == [["Welcome!"]] * 6
    assert [replies(client.say("Alice")) for client in under_way] == [["Hello, Alice!"]] * 6
    assert [replies(client.say("hi")) for client in under_way] == [["Welcome!"]] * 6
