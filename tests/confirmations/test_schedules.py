"""Random schedules with everybody at once; `CHAOS_SEED`, which each run prints, repeats it."""

from pathlib import Path

import pytest
from django.core.management import call_command

from flows_app.models import Bot
from tests.chaos.journal import JOURNAL, Journal
from tests.chaos.scale import times
from tests.confirmations import BANK, plugin
from tests.confirmations.oracle import Judgement
from tests.confirmations.schedules import Schedule

assert plugin  # registers the actions
STEPS = 60


@pytest.fixture
def journal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Journal:
    journal = Journal(tmp_path / "journal")
    monkeypatch.setenv(JOURNAL, str(journal.path))
    return journal


@pytest.mark.django_db
@pytest.mark.parametrize("double_texting", ["queue", "merge", "reject"])
def test_no_action_without_a_yes_to_its_values(double_texting: str, journal: Journal, seed: str) -> None:
    print(f"\nCHAOS_SEED={seed}")
    bot = _bot(double_texting)
    for number in range(times(4, 300)):
        schedule = Schedule(bot, journal, f"{seed} {double_texting} {number}")
        schedule.run(STEPS)
        broken = schedule.still_works()
        wrong = [*broken, *Judgement(schedule.evidence).everything]
        assert not wrong, schedule.story(wrong)


def _bot(double_texting: str) -> Bot:
    call_command("import_bot", str(BANK), publish=True)
    bot = Bot.objects.get(slug="confirmations")
    bot.settings["double_texting"] = double_texting
    bot.save()
    return bot
