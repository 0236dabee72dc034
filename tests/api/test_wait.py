"""`?wait=`: the answer in the same response, from a real server; standalone, and with a worker process of its own."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.support.client import ApiClient
from tests.support.deployment import Deployment
from tests.support.waiting import wait_until

pytestmark = pytest.mark.processes


@pytest.fixture(scope="module")
def deployment(postgresql_url: str, redis_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Deployment]:
    with Deployment.on(postgresql_url, redis_url, tmp_path_factory.mktemp("deployment")) as running:
        running.create_demo_bot()
        yield running


@pytest.fixture(params=["standalone", "deployment"])
def address(request: pytest.FixtureRequest) -> str:
    running = request.getfixturevalue(request.param)
    return str(running.address if request.param == "standalone" else running.web.address)


def test_the_answer_comes_in_the_same_response(address: str) -> None:
    client = ApiClient(address, "greeter")

    asked = client.say("hi", client_id="one")
    repeated = client.say("hi", client_id="one")
    greeted = client.say("Alice")

    assert asked["complete"] is True
    assert [reply["text"] for reply in asked["replies"]] == ["What is your name?"]
    assert repeated == asked
    assert [reply["text"] for reply in greeted["replies"]] == ["Hello, Alice!"]
    assert [message["seq"] for message in client.messages()] == [1, 2, 3, 4]


def test_many_wait_at_once(address: str) -> None:
    def story(number: int) -> list[str]:
        client = ApiClient(address, "greeter")
        answers = [client.say("hi"), client.say(f"Alice {number}")]
        return [reply["text"] for answer in answers for reply in answer["replies"]]

    with ThreadPoolExecutor(10) as users:
        told = list(users.map(story, range(20)))

    assert told == [["What is your name?", f"Hello, Alice {number}!"] for number in range(20)]


def test_a_turn_that_does_not_end_in_time_is_answered_later(deployment: Deployment) -> None:
    client = ApiClient(deployment.web.address, "greeter")
    (worker,) = deployment.workers
    worker.kill()

    answer = client.say("hi", wait=0.5)
    worker.start()

    assert (answer["complete"], answer["replies"]) == (False, [])
    wait_until(lambda: len(client.messages()) == 2, "the worker has answered")
    assert client.messages()[1]["text"] == "What is your name?"
