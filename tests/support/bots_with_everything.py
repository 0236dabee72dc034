"""A bot that has a row of every kind, with a word of its own in each."""

from django.utils import timezone

from conversations_app.models import ApiKey, NLUProgram, WebhookDelivery, WebhookEvent
from conversations_app.webhooks.endpoints import create_endpoint
from flows_app.models import Bot, FlowTest, HttpAction
from tests.support.authoring import make_flow, publish
from tests.support.marking import marked
from tests.support.talking import Talk


def bot_with_everything(name: str, word: str) -> Bot:
    bot = Bot.objects.create(name=f"{name} {word}", slug=word)
    flow = make_flow(bot, name=word)
    publish(flow)
    bot.default_flow = flow
    bot.save()
    FlowTest.objects.create(flow=flow, name=word, script={"turns": []})
    HttpAction.objects.create(bot=bot, name=word, url=f"https://{word}.example/")
    NLUProgram.objects.create(
        **{"bot": bot, "number": 1, "optimizer": word, "model": word, "states": {}, "score_before": 0, "score": 1},
        **{"trained_on": 1, "measured_on": 1},
    )
    talk = Talk(bot)
    talk.say(word)
    marked(talk, word, [{"type": "start_flow", "flow": word}])
    ApiKey.objects.issue(bot=bot, name=word, scopes=[])
    endpoint, _ = create_endpoint(bot, url=f"https://{word}.example/hook", events=["flow.completed"])
    ping = WebhookEvent.Type.PING
    event = WebhookEvent.objects.create(bot=bot, type=ping, data={}, created_at=timezone.now(), fanned_out=True)
    WebhookDelivery.objects.create(event=event, endpoint=endpoint, status="delivered")
    return bot
