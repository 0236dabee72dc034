from collections.abc import Sequence
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from conversations_app.flow_tests import BotUnderTest, bot_of_drafts, bot_of_versions, run_test
from flows_app.models import Bot, FlowTest


class Command(BaseCommand):
    help = "Runs the stored tests of a bot's flows, on the drafts; exit code 1 if one fails."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("bot", help="the bot's slug")
        parser.add_argument("--flow", metavar="NAME", help="only the tests of this flow")
        parser.add_argument("--published", action="store_true", help="on the published versions, not on the drafts")

    def handle(self, *args: Any, **options: Any) -> None:
        bot = Bot.objects.filter(slug=options["bot"]).first()
        if bot is None:
            raise CommandError(f"There is no bot “{options['bot']}”.")
        tests = _tests(bot, options["flow"])
        if not tests:
            self.stdout.write("There are no tests.")
            return
        under_test = bot_of_versions(bot) if options["published"] else bot_of_drafts(bot)
        _refuse_broken(under_test, tests)
        tests = self._without_unpublished(under_test, tests)
        failed = sum(not self._passes(test, under_test) for test in tests)
        if failed:
            raise CommandError(f"{failed} of {len(tests)} {_noun(len(tests))} failed.")
        self.stdout.write(f"{len(tests)} {_noun(len(tests))} passed.")

    def _without_unpublished(self, bot: BotUnderTest, tests: Sequence[FlowTest]) -> list[FlowTest]:
        """A flow that users can't start has nothing to run its tests on."""
        offered = [test for test in tests if bot.flows.named(test.flow.name)]
        for name in sorted({test.flow.name for test in tests} - {test.flow.name for test in offered}):
            self.stdout.write(f"Left out: {name} is not published.")
        return offered

    def _passes(self, test: FlowTest, bot: BotUnderTest) -> bool:
        result = run_test(test, bot)
        self.stdout.write(f"{'passed' if result.passed else 'FAILED'}  {test.flow}: {test}")
        for problem in result.problems:
            for line in problem.splitlines():
                self.stdout.write(f"        {line}")
        return result.passed


def _tests(bot: Bot, flow_name: str | None) -> list[FlowTest]:
    tests = FlowTest.objects.filter(flow__bot=bot).select_related("flow")
    if flow_name is None:
        return list(tests)
    if not bot.flows.filter(name=flow_name).exists():
        raise CommandError(f"“{bot}” has no flow “{flow_name}”.")
    return list(tests.filter(flow__name=flow_name))


def _refuse_broken(bot: BotUnderTest, tests: Sequence[FlowTest]) -> None:
    tested = {test.flow.name for test in tests}
    findings = [f"{name}, {finding}" for name in bot.broken if name in tested for finding in bot.broken[name]]
    if findings:
        raise CommandError("\n".join(("Mend the drafts first:", *findings)))


def _noun(count: int) -> str:
    return "test" if count == 1 else "tests"
