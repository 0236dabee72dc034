"""A called flow that was under way at the upgrade ends; then its caller is corrected, and calls it again."""

import pytest

from tests.upgrading.upgraded import Calls, Upgraded

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("name", ["called_flow", "called_by_called_flow"])
def test_it_is_called_again_with_what_it_knew(calls: Calls, name: str) -> None:
    talk = Upgraded(name)
    if name == "called_flow":
        talk.say("High Street")
    assert talk.say("4") == ["Ana to High Street, floor 4. Shall I note it?"]
    assert talk.correct("person", "Cleo")[-1] == "Cleo moves, is that right?"

    assert talk.say("yes") == ["Cleo to High Street, floor 4. Shall I note it?"]
