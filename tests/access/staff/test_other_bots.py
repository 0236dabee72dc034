"""No page of the admin names a bot that its reader has no role in: lists with their filters, forms with their choices,
searches, and what fields complete."""

import pytest
from django.contrib import admin
from django.db.models import ForeignKey, Model
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from conversations_app.models import ApiKey, NLUProgram, WebhookDelivery, WebhookEvent
from conversations_app.webhooks.endpoints import create_endpoint
from flows_app.models import Bot, FlowTest, HttpAction
from tests.support.authoring import make_flow, publish
from tests.support.marking import marked
from tests.support.people import person
from tests.support.talking import Talk

pytestmark = pytest.mark.django_db(transaction=True)

ROLES = ("viewer", "agent", "author", "publisher")
# In the name of the other bot, and of everything that is its own.
FOREIGN = "zyxforeign"
MODELS: dict[str, type[Model]] = {
    str(model._meta.model_name): model
    for model in admin.site._registry
    if model._meta.app_label in ("flows_app", "conversations_app")
}


@pytest.fixture
def mine() -> Bot:
    _bot_with_everything("Elsewhere", FOREIGN)
    return _bot_with_everything("Mine", "mine")


def _bot_with_everything(name: str, word: str) -> Bot:
    """A row in every list of the admin, with the word in it."""
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


def signed_in(role: str, bot: Bot) -> Client:
    client = Client()
    client.force_login(person("ana", **{role: bot}))
    return client


@pytest.mark.parametrize("role", ROLES)
def test_no_list_and_no_form_names_another_bot(mine: Bot, role: str) -> None:
    client = signed_in(role, mine)

    for name, model in MODELS.items():
        assert model._default_manager.count() >= 2, f"There is no row of {name} to be found."
        place = f"/admin/{model._meta.app_label}/{name}/"
        for page in (place, f"{place}add/", f"{place}?q={FOREIGN[:4]}", f"{place}?q=mine"):
            assert FOREIGN not in client.get(page, follow=True).text.replace(f"q={FOREIGN[:4]}", ""), page
        for row in model._default_manager.all():
            page = client.get(f"{place}{row.pk}/change/")
            assert FOREIGN not in page.text, page
    assert FOREIGN not in client.get("/admin/").text


@pytest.mark.parametrize("role", ROLES)
def test_nothing_completes_to_another_bot(mine: Bot, role: str) -> None:
    client = signed_in(role, mine)
    links = [(model, field) for model in MODELS.values() for field in model._meta.fields]

    for model, field in links:
        if isinstance(field, ForeignKey):
            asked = {"app_label": model._meta.app_label, "model_name": model._meta.model_name, "field_name": field.name}
            answer = client.get(reverse("admin:autocomplete"), {**asked, "term": ""})
            assert FOREIGN not in answer.text, asked
