"""Bots and flows for tests, written as rows and published as an author does."""

from typing import Any

from flows_app.models import Bot, Flow, FlowVersion, Slot, Step
from flows_app.publishing import PublishFlow

GREETING_STEPS: list[dict[str, Any]] = [
    {"name": "ask_name", "type": "collect", "slot": "name", "message": "What is your name?"},
    {"name": "greeting", "type": "say", "message": "Hello, {name}!"},
]


def make_flow(
    bot: Bot, steps: list[dict[str, Any]] = GREETING_STEPS, *, name: str = "greet", slots: tuple[str, ...] = ("name",)
) -> Flow:
    flow = Flow.objects.create(bot=bot, name=name)
    for slot in slots:
        Slot.objects.create(flow=flow, name=slot)
    write_steps(flow, steps)
    return flow


def write_steps(flow: Flow, steps: list[dict[str, Any]]) -> None:
    """Replaces the draft's steps."""
    flow.steps.all().delete()
    for position, step in enumerate(steps):
        data = {key: value for key, value in step.items() if key not in ("name", "type")}
        Step.objects.create(flow=flow, position=position, name=step["name"], type=step["type"], data=data)


def publish(flow: Flow) -> FlowVersion:
    return PublishFlow(flow).execute()


def make_bot(
    steps: list[dict[str, Any]] = GREETING_STEPS, *, slots: tuple[str, ...] = ("name",), public: bool = True
) -> Bot:
    """A bot whose default flow is published."""
    bot = Bot.objects.create(name="Test bot", slug="test-bot", public=public)
    flow = make_flow(bot, steps, slots=slots)
    publish(flow)
    bot.default_flow = flow
    bot.save()
    return bot
