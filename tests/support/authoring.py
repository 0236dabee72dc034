"""Bots and flows for tests, written as rows and published as an author does."""

from collections.abc import Sequence
from typing import Any

from flows_app.drafts import write_draft
from flows_app.drafts.reading import slot_as_written
from flows_app.flow_language import FlowDefinition
from flows_app.models import Bot, Flow, FlowVersion
from flows_app.publishing import PublishFlow

# Steps or slots as an author writes them: `FlowDefinition` checks them, and mypy finds only `object` in such a list.
Written = Sequence[object]

GREETING_STEPS: list[dict[str, Any]] = [
    {"name": "ask_name", "type": "collect", "slot": "name", "message": "What is your name?"},
    {"name": "greeting", "type": "say", "message": "Hello, {name}!"},
]


def make_flow(
    bot: Bot,
    steps: Written = GREETING_STEPS,
    *,
    name: str = "greet",
    slots: Written = ("name",),
    **more: Any,
) -> Flow:
    flow = Flow.objects.create(bot=bot, name=name)
    write_steps(flow, steps, slots=[slot if isinstance(slot, dict) else {"name": slot} for slot in slots], **more)
    return flow


def write_steps(flow: Flow, steps: Written, **more: Any) -> None:
    """Replaces the draft, its slots but for those in `more` left as they are."""
    slots = more.pop("slots", [slot_as_written(slot) for slot in flow.slots.all()])
    written = {"name": flow.name, "slots": slots, "steps": steps, **more}
    write_draft(flow, FlowDefinition.model_validate(written))


def default_flow(bot: Bot) -> Flow:
    assert bot.default_flow is not None
    return bot.default_flow


def publish(flow: Flow) -> FlowVersion:
    return PublishFlow(flow).execute()


def make_bot(
    steps: Written = GREETING_STEPS,
    *,
    slots: Written = ("name",),
    public: bool = True,
    **more: Any,
) -> Bot:
    """A bot whose default flow is published."""
    bot = Bot.objects.create(name="Test bot", slug="test-bot", public=public)
    flow = make_flow(bot, steps, slots=slots, **more)
    publish(flow)
    bot.default_flow = flow
    bot.save()
    return bot
