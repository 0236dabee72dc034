"""What holds after every fault: each accepted message is answered once, in order, and nothing is done twice."""

from collections.abc import Sequence
from typing import Any

from tests.chaos.scripts import Exchange
from tests.chaos.talkers import Talker
from tests.chaos.world import World
from tests.support.waiting import wait_until


def check(world: World, talkers: Sequence[Talker]) -> None:
    for talker in talkers:
        messages = world.rows(_MESSAGES, talker.id)
        _check_conversation(world, talker, messages)
        _check_order(messages)
        _check_inbound(talker, messages)
        _check_clients(talker, messages)
        talker.script.check(_exchanges(messages), world.journal.notes(talker.id))


_MESSAGES = """
    SELECT seq, role, text, turn_seq, client_id, key, turn.status, turn.ended_at
    FROM conversations_app_message message LEFT JOIN conversations_app_turn turn ON turn.message_id = message.id
    WHERE conversation_id = %s ORDER BY seq
"""
_CONVERSATION = """
    SELECT last_seq, last_inbound_seq, processed_seq, lease_token
    FROM conversations_app_conversation WHERE id = %s
"""


def _check_conversation(world: World, talker: Talker, messages: Sequence[dict[str, Any]]) -> None:
    def at_rest() -> bool:
        """A task that was delivered once too often has the lease for a moment, though there is nothing to do."""
        return world.rows(_CONVERSATION, talker.id)[0]["lease_token"] is None

    wait_until(at_rest, f"nobody works on {talker.id} any more")
    (conversation,) = world.rows(_CONVERSATION, talker.id)
    last_inbound = max(message["seq"] for message in messages if message["role"] == "user")
    expected = {"last_seq": len(messages), "last_inbound_seq": last_inbound, "processed_seq": last_inbound}
    assert expected.items() <= conversation.items(), (expected, conversation)


def _check_order(messages: Sequence[dict[str, Any]]) -> None:
    """Dense, without doubles; no message is answered before an older one has been."""
    assert [message["seq"] for message in messages] == list(range(1, len(messages) + 1))
    replies = [message for message in messages if message["role"] != "user"]
    assert len({message["key"] for message in replies}) == len(replies)
    answered = [message["turn_seq"] for message in replies]
    assert answered == sorted(answered), messages
    assert all(message["seq"] > message["turn_seq"] for message in replies), messages


def _check_inbound(talker: Talker, messages: Sequence[dict[str, Any]]) -> None:
    """What was sent is there once, and has a turn that ended as it should."""
    inbound = [message for message in messages if message["role"] == "user"]
    assert sorted(message["client_id"] for message in inbound) == sorted(talker.sent)
    for message in inbound:
        assert message["text"] == talker.sent[message["client_id"]]
        assert message["turn_seq"] == message["seq"]
        assert (message["status"], message["ended_at"] is not None) == ("done", True), message


def _check_clients(talker: Talker, messages: Sequence[dict[str, Any]]) -> None:
    """Who was connected all the time has seen what a newcomer reads, and that is what is stored."""
    talker.screen.catch_up(len(messages))
    history = talker.history()
    assert not talker.screen.contradictions
    assert talker.screen.shown == history
    told = [(message["seq"], message["text"], message["turn"]) for message in history]
    assert told == [(message["seq"], message["text"], message["turn_seq"]) for message in messages]


def _exchanges(messages: Sequence[dict[str, Any]]) -> Sequence[Exchange]:
    answers: dict[int, list[str]] = {}
    for message in messages:
        if message["role"] != "user":
            answers.setdefault(message["turn_seq"], []).append(message["text"])
    inbound = (message for message in messages if message["role"] == "user")
    return [Exchange(message["text"], tuple(answers.get(message["seq"], ()))) for message in inbound]
