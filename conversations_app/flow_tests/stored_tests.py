"""The tests that authors have stored with their flows."""

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext
from pydantic import ValidationError

from conversations_app.flow_tests.accepting import accept_output
from conversations_app.flow_tests.bots import BotUnderTest, bot_of_drafts, bot_of_versions
from conversations_app.flow_tests.running import run_script
from flows_app.drafts import DraftReading
from flows_app.flow_language import FlowDefinition
from flows_app.models import Flow, FlowTest
from flows_app.ports import CannotBeAccepted, FlowTestResult, NewExpectations


def run_test(test: FlowTest, bot: BotUnderTest) -> FlowTestResult:
    return FlowTestResult(test, tuple(_problems(test, bot)))


def _problems(test: FlowTest, bot: BotUnderTest) -> Sequence[str]:
    if errors := bot.broken.get(test.flow.name):
        return [
            gettext("“{flow}” can't be run as it is: {error}").format(flow=test.flow, error=error) for error in errors
        ]
    try:
        script = test.read_script()
    except ValidationError as refused:
        return [_unreadable(refused)]
    return run_script(script, bot)


def _unreadable(refused: ValidationError) -> str:
    return gettext("The test can't be read any more: {reason}. Open and mend it.").format(
        reason=refused.errors()[0]["msg"]
    )


class StoredTests:
    """Answers authoring: whether the tests pass on what is about to be published, and on the drafts."""

    def failures(self, flow: Flow, definition: FlowDefinition) -> Sequence[str]:
        bot = bot_of_versions(flow.bot, candidate=definition)
        results = [run_test(test, bot) for test in flow.tests.select_related("flow")]
        return [str(result) for result in results if not result.passed]

    def on_drafts(self, tests: Iterable[FlowTest]) -> Sequence[FlowTestResult]:
        bots: dict[int, BotUnderTest] = {}
        results = []
        for test in tests:
            bot = test.flow.bot
            if bot.pk not in bots:
                bots[bot.pk] = bot_of_drafts(bot)
            results.append(run_test(test, bots[bot.pk]))
        return results

    def on_document(
        self, flow: Flow, definition: FlowDefinition, tests: Iterable[FlowTest]
    ) -> Sequence[FlowTestResult]:
        bot = bot_of_drafts(flow.bot, {flow.pk: DraftReading(definition)})
        return [run_test(test, bot) for test in tests]

    def accepted(self, flow: Flow, definition: FlowDefinition, test: FlowTest) -> NewExpectations:
        bot = bot_of_drafts(flow.bot, {flow.pk: DraftReading(definition)})
        try:
            script = test.read_script()
        except ValidationError as refused:
            raise CannotBeAccepted(_unreadable(refused)) from None
        return accept_output(script, bot)
