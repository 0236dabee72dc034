from datetime import timedelta
from io import StringIO
from pathlib import Path
from unittest.mock import patch

import pytest
from django.core.management import call_command
from django.utils import timezone
from pytest_django.fixtures import Settings

from conversations_app.limits import FITTING_TIME
from conversations_app.turn.sweeping import sweep
from conversations_app.understanding.catalogues import enqueue_unfitted, fit_catalogue
from flows_app.models import Bot, BotCatalogue, Flow
from flows_app.publishing import RollBackFlow, WithdrawFlow
from tests.support.authoring import make_flow, publish
from tests.understanding.catalogues.conftest import BYE

pytestmark = pytest.mark.django_db


def current(bot: Bot) -> int:
    bot.refresh_from_db()
    assert bot.catalogue_id
    return bot.catalogue_id


@pytest.mark.usefixtures("embedded")
def test_each_publication_asks_for_it(enqueued: list[int]) -> None:
    bot = Bot.objects.create(name="Bot", slug="bot")
    flow = make_flow(bot)
    first = publish(flow)
    assert enqueued == [current(bot)]

    publish(make_flow(bot, BYE, name="bye", slots=()))
    assert enqueued[1:] == [current(bot)]
    WithdrawFlow(Flow.objects.get(name="bye")).execute()
    assert enqueued[2:] == [current(bot)]
    WithdrawFlow(Flow.objects.get(name="greet")).execute()
    RollBackFlow(Flow.objects.get(name="greet"), first).execute()
    assert enqueued[4:] == [current(bot)]


@pytest.mark.usefixtures("embedded", "encoder")
def test_of_an_import_of_many_only_the_last_is_fitted(tmp_path: Path, enqueued: list[int]) -> None:
    steps = "{name: bye, type: say, message: Bye!}"
    flows = "\n".join(f"  flow_{number}: {{triggers: [go {number}], steps: [{steps}]}}" for number in range(7))
    (tmp_path / "bot.yaml").write_text(f"name: Shop\nslug: shop\nflows:\n{flows}\n")

    call_command("import_bot", tmp_path / "bot.yaml", publish=True, stdout=StringIO())

    bot = Bot.objects.get()
    assert len(enqueued) == 7
    assert [fit_catalogue(catalogue_id) for catalogue_id in enqueued] == [False] * 6 + [True]
    assert bot.catalogue_id is not None
    assert len(BotCatalogue.objects.exclude(weights=None).get(pk=bot.catalogue_id).versions) == 7


def test_not_for_a_bot_that_learns_nothing(enqueued: list[int], settings: Settings) -> None:
    settings.SONI_UNDERSTANDING = "answers"
    bot = Bot.objects.create(name="Bot", slug="bot")
    publish(make_flow(bot))
    assert enqueued == []

    Bot.objects.update(settings={"understanding": {"provider": "dspy", "model": "openai/gpt"}})
    publish(make_flow(bot, BYE, name="bye", slots=()))
    assert enqueued == [current(bot)]


@pytest.mark.usefixtures("embedded")
def test_a_broker_that_is_down_is_not_the_authors_error(caplog: pytest.LogCaptureFixture) -> None:
    with patch("celery.current_app.send_task", side_effect=ConnectionError):
        publish(make_flow(Bot.objects.create(name="Bot", slug="bot")))

    assert "Could not enqueue the fitting of catalogue" in caplog.text


@pytest.mark.usefixtures("embedded")
def test_the_sweeper_asks_again_after_a_minute(bot: Bot, enqueued: list[int]) -> None:
    enqueued.clear()
    sweep()
    assert enqueued == []

    BotCatalogue.objects.update(created_at=timezone.now() - timedelta(seconds=61))
    sweep()
    # Not for those that are superseded.
    assert enqueued == [bot.catalogue_id]


@pytest.mark.usefixtures("embedded")
def test_but_not_for_one_that_is_fitted_or_that_somebody_is_at(bot: Bot, enqueued: list[int]) -> None:
    now, long_ago = timezone.now(), timezone.now() - FITTING_TIME - timedelta(seconds=1)
    BotCatalogue.objects.update(created_at=long_ago, fitting_began_at=now)
    assert enqueue_unfitted() == []

    BotCatalogue.objects.update(fitting_began_at=long_ago)
    assert enqueue_unfitted() == [bot.catalogue_id]

    BotCatalogue.objects.update(fitted_at=now)
    assert enqueue_unfitted() == []


@pytest.mark.parametrize(
    ("project", "own", "learns"),
    [
        ("embedded", {}, True),
        ("embedded", {"understanding": {"threshold": 0.5}}, True),
        ("embedded", {"understanding": {"provider": None}}, True),
        ("embedded", {"understanding": {"provider": "answers"}}, False),
        ("answers", {}, False),
        ("answers", {"understanding": {"threshold": 0.5}}, False),
        ("answers", {"understanding": {"provider": "embedded"}}, True),
    ],
)
def test_it_looks_for_bots_that_learn(
    bot: Bot, settings: Settings, project: str, own: dict[str, object], learns: bool
) -> None:
    settings.SONI_UNDERSTANDING = project
    Bot.objects.update(settings=own)
    BotCatalogue.objects.update(created_at=timezone.now() - timedelta(hours=1))

    with patch("celery.current_app.send_task"):
        assert bool(enqueue_unfitted()) == learns
