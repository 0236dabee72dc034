"""The first bots anybody meets: a bank that can be talked to, and a greeter that is small enough to begin with."""

from django.conf import settings
from django.db import transaction

from flows_app.models import Bot, Flow, Slot, Step
from flows_app.publishing import PublishFlow


def load_demo() -> None:
    """Safe to run again: a bot that is there stays as it is."""
    if not Bot.objects.filter(slug="greeter").exists():
        create_demo_bot()
    if settings.SONI_DEMO:
        from soniplatform.demo_bank.loading import load_bank  # its models are there only if the demo is

        load_bank()


@transaction.atomic
def create_demo_bot() -> Bot:
    """Written as an author would: a draft, then published."""
    bot = Bot.objects.create(name="Greeter", slug="greeter", public=True)
    flow = Flow.objects.create(
        bot=bot, name="greet", description="Gets to know the user.", triggers=["hi", "hello", "good morning"]
    )
    Slot.objects.create(flow=flow, name="name", data={"description": "What to call the user"})
    Step.objects.create(
        flow=flow,
        position=1,
        name="ask_name",
        type="collect",
        data={"slot": "name", "message": "What is your name?"},
    )
    Step.objects.create(flow=flow, position=2, name="greeting", type="say", data={"message": "Hello, {name}!"})
    PublishFlow(flow, note="The first version").execute()
    bot.default_flow = flow
    bot.save(update_fields=["default_flow"])
    return bot
