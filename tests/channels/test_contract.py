"""The promise of every channel: each message to the user goes through it, in order, and only once it is stored."""

import asyncio
from collections.abc import Coroutine
from typing import Any
from uuid import UUID

import pytest
from django.db import transaction

from conversations_app.channels import Channel, Feature, ProviderChannel, channel
from conversations_app.channels.registry import registry
from conversations_app.models import Conversation, Message
from conversations_app.turn.running import run_turns
from conversations_app.verbs.ending import end_conversation
from conversations_app.verbs.handing_over import hand_off
from conversations_app.verbs.posting import post_message
from conversations_app.verbs.replying import reply_as_agent
from conversations_app.verbs.starting import start_conversation
from flows_app.models import Bot
from flows_app.registry import RegistrationError
from tests.channels.guests import send_all
from tests.channels.provider import Provider

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(params=["web", "api", "postcards"])
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


class Watched:
    """A conversation in a channel, and what the channel was given of it."""

    def __init__(self, bot: Bot, name: str, monkeypatch: pytest.MonkeyPatch):
        self.taken: list[tuple[int, bool]] = []
        self.pushed: list[dict[str, Any]] = []
        kind = type(registry.named(name))
        take = kind.take

        def note_taken(channel: Channel, conversation: Conversation) -> None:
            self.taken.append((conversation.last_seq, transaction.get_connection().in_atomic_block))
            take(channel, conversation)

        def note_pushed(channel: Channel, _: UUID, frames: list[dict[str, Any]]) -> Coroutine[Any, Any, None]:
            self.pushed.extend(frames)
            return asyncio.sleep(0)

        monkeypatch.setattr(kind, "take", note_taken)
        monkeypatch.setattr(kind, "push", note_pushed)
        self._id = start_conversation(bot, channel=name, address="ana" if name == "postcards" else "").pk

    @property
    def conversation(self) -> Conversation:
        return Conversation.objects.get(pk=self._id)

    def live_through_everything(self) -> None:
        post_message(self._id, "hi")
        run_turns(self._id)
        hand_off(self.conversation)
        reply_as_agent(self.conversation, "Hello?", agent="Marta")
        end_conversation(self.conversation)


@pytest.fixture
def watched(bot: Bot, name: str, provider: Provider, monkeypatch: pytest.MonkeyPatch) -> Watched:
    return Watched(bot, name, monkeypatch)


def test_a_channel_is_found_by_its_name(name: str) -> None:
    found = registry.named(name)

    assert found.name == name
    assert found.shows <= {*Feature}


def test_it_takes_every_message_to_the_user_where_it_is_stored(watched: Watched) -> None:
    watched.live_through_everything()

    to_user = Message.objects.exclude(role="user").order_by("seq").values_list("seq", flat=True)
    assert watched.taken == [(seq, True) for seq in to_user]
    assert len(watched.taken) == 6  # welcome, offer, question, hand-over, reply, goodbye


def test_whoever_looks_is_shown_every_message_in_order(watched: Watched) -> None:
    watched.live_through_everything()

    shown = [frame["message"]["seq"] for frame in watched.pushed if frame["type"] == "message"]
    stored = [*Message.objects.order_by("seq").values_list("seq", flat=True)]
    assert shown == stored[1:]  # nobody can look before the conversation is started, with its welcome
    assert {frame["type"] for frame in watched.pushed} == {"message", "typing", "status"}


def test_what_is_rolled_back_is_not_shown(watched: Watched) -> None:
    with transaction.atomic():
        hand_off(watched.conversation)
        transaction.set_rollback(True)

    assert watched.pushed == []


def test_with_a_provider_it_is_all_sent_too(watched: Watched, name: str, provider: Provider) -> None:
    watched.live_through_everything()
    send_all()

    sent = [text for _, text in provider.asked]
    assert sent == (
        [
            "Welcome to the pizzeria!",
            "We have pizza.",
            "Which size?\n1. Small\n2. Large",
            "I'm handing you over to a person. They will answer here.",
            "Marta: Hello?",
            "Goodbye!",
        ]
        if name == "postcards"
        else []
    )


@pytest.mark.parametrize("refused", ["", "Tele gram", "1st", "a/b", "x" * 41, "web", "api", "postcards"])
def test_a_name_is_one_and_is_taken_once(refused: str) -> None:
    with registry.changed_for_a_while(), pytest.raises(RegistrationError):
        channel(refused)(type("Another", (Channel,), {}))


def test_a_channel_with_a_provider_says_how_it_sends_and_whom_it_trusts() -> None:
    incomplete = type("Incomplete", (ProviderChannel,), {})

    with registry.changed_for_a_while(), pytest.raises(TypeError, match="abstract"):
        channel("incomplete")(incomplete)
