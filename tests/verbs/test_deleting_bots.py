"""A bot deleted with everything that is its own: nothing of it is left, and nothing of others is gone."""

import uuid
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.apps import apps
from django.db import connection, models
from django.db.models import Model
from pytest_django import DjangoAssertNumQueries

from conversations_app.models import Checkpoint, Conversation, Message
from conversations_app.turn.running import run_turns
from conversations_app.verbs.bot_traces import StoredTraces
from conversations_app.verbs.posting import post_message
from flows_app.bots import ArchiveBot, BotRefused, DeleteBot
from flows_app.models import Bot, FlowVersion
from flows_app.ports import bot_traces
from soniplatform.demo_bank.models import Account, Customer
from tests.support.bots_with_everything import bot_with_everything
from tests.support.talking import Talk

pytestmark = pytest.mark.django_db

MODELS = [model for app in ("flows_app", "conversations_app") for model in apps.get_app_config(app).get_models()]


def rows() -> dict[type[Model], set[Any]]:
    return {model: set(model._base_manager.values_list("pk", flat=True)) for model in MODELS}


@pytest.fixture
def bot() -> Bot:
    return bot_with_everything("Mine", "mine")


def test_nothing_is_left_of_it_and_nothing_of_another_is_gone(bot: Bot) -> None:
    kept = rows()
    doomed = bot_with_everything("Doomed", "doomed")
    assert all(rows()[model] > kept[model] for model in (Conversation, Message, Checkpoint))

    DeleteBot(doomed, typed="doomed").execute()

    left = {model: found - kept[model] for model, found in rows().items()}
    assert {model.__name__: len(new) for model, new in left.items() if new} == {"AuditEntry": 1}
    assert all(kept[model] <= found for model, found in rows().items())
    assert Talk(bot).say("hello")


def test_what_would_be_lost_is_counted(bot: Bot) -> None:
    lost = DeleteBot(bot).losses()

    assert (lost["Conversations"], lost["Conversations under way"], lost["API keys"]) == (1, 1, 1)
    assert (lost["Messages"], lost["Webhook endpoints"]) == (Message.objects.count(), 1)


def test_a_bot_of_many_conversations_takes_few_statements(
    bot: Bot, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    many = [Conversation(id=uuid.uuid4(), bot=bot, last_seq=3) for _ in range(2_000)]
    Conversation.objects.bulk_create(many)
    Message.objects.bulk_create(
        Message(conversation=one, seq=seq, role="user", text="hi", turn_seq=seq, key=f"{one.pk}:{seq}")
        for one in many
        for seq in (1, 2, 3)
    )
    Checkpoint.objects.bulk_create(Checkpoint(thread_id=str(one.pk), checkpoint_id="1") for one in many)

    with django_assert_max_num_queries(120):
        DeleteBot(bot, typed="mine").execute()

    assert not Conversation.objects.exists()
    assert not Message.objects.exists()
    assert not Checkpoint.objects.exists()


def test_what_a_plugin_keeps_of_its_conversations_goes_with_it(bot: Bot) -> None:
    other = Customer.objects.create(conversation=Talk(bot_with_everything("Other", "other")).conversation)
    customer = Customer.objects.create(conversation=Talk(bot).conversation)
    Account.objects.create(customer=customer, kind="current", balance=1)

    DeleteBot(bot, typed="mine").execute()

    assert list(Customer.objects.all()) == [other]
    assert not Account.objects.exists()


@pytest.fixture
def plugin_model(transactional_db: None) -> Iterator[Callable[..., Any]]:
    """Makes a model of a plugin, with a table whose references the database checks; both are gone afterwards.

    SQLite changes no tables in a transaction."""
    made: list[type[Model]] = []

    def make(name: str, **references: models.ForeignKey[Any, Any]) -> Any:
        meta = type("Meta", (), {"app_label": "demo_bank"})
        made.append(type(name, (Model,), {**references, "Meta": meta, "__module__": __name__}))
        with connection.schema_editor() as editor:
            editor.create_model(made[-1])
        return made[-1]

    yield make
    for model in reversed(made):
        with connection.schema_editor() as editor:
            editor.delete_model(model)
        del apps.all_models["demo_bank"][model._meta.model_name or ""]
    apps.clear_cache()


def reference(model: type[Model], on_delete: Any, **options: Any) -> models.ForeignKey[Any, Any]:
    return models.ForeignKey(model, on_delete, related_name="+", **options)


def test_references_of_plugins_that_the_database_checks_are_followed(
    bot: Bot, plugin_model: Callable[..., Any]
) -> None:
    note = plugin_model(
        "Note",
        message=reference(Message, models.CASCADE),
        version=reference(FlowVersion, models.SET_NULL, null=True),
    )
    remark = plugin_model(
        "Remark",
        note=reference(note, models.CASCADE),
        version=reference(FlowVersion, models.CASCADE, null=True),
        conversation=reference(Conversation, models.SET_NULL, null=True),
    )
    doomed = bot_with_everything("Doomed", "doomed")
    version = FlowVersion.objects.get(flow__bot=doomed)
    kept = note.objects.create(message=Message.objects.filter(conversation__bot=bot)[0], version=version)
    lost = note.objects.create(message=Message.objects.filter(conversation__bot=doomed)[0])
    remark.objects.create(note=lost)
    remark.objects.create(note=kept, version=version)
    emptied = remark.objects.create(note=kept, conversation=Conversation.objects.get(bot=doomed))

    DeleteBot(doomed, typed="doomed").execute()

    assert list(note.objects.values_list("pk", "version")) == [(kept.pk, None)]
    assert list(remark.objects.values_list("pk", "conversation")) == [(emptied.pk, None)]


@pytest.mark.parametrize("on_delete", [models.PROTECT, models.RESTRICT])
def test_what_a_plugin_protects_keeps_the_bot(bot: Bot, plugin_model: Callable[..., Any], on_delete: Any) -> None:
    invoice = plugin_model("Invoice", conversation=reference(Conversation, on_delete))
    invoice.objects.create(conversation=Conversation.objects.get())
    before = rows()

    with pytest.raises(BotRefused, match="invoices"):
        DeleteBot(bot, typed="mine").execute()

    assert rows() == before


class Breaking(StoredTraces):
    def delete(self, bot: Bot, *, wait: bool) -> None:
        super().delete(bot, wait=wait)
        raise RuntimeError("the database has gone away")


@pytest.fixture
def breaking() -> Iterator[None]:
    with bot_traces.answered_by(Breaking()):
        yield


@pytest.mark.usefixtures("breaking")
def test_it_is_deleted_whole_or_not_at_all(bot: Bot) -> None:
    before = rows()

    with pytest.raises(RuntimeError):
        DeleteBot(bot, typed="mine").execute()

    assert rows() == before
    assert Talk(bot).say("hello")


def test_a_message_that_waits_for_its_turn_goes_with_the_bot(bot: Bot) -> None:
    talk = Talk(bot)
    post_message(talk.id, "still there?")

    DeleteBot(bot, typed="mine").execute()
    run_turns(talk.id)

    assert not Message.objects.exists()


def test_an_archived_bot_can_be_deleted(bot: Bot) -> None:
    ArchiveBot(bot).execute()

    DeleteBot(Bot.objects.get(), typed="mine").execute()

    assert not Bot.objects.exists()
