"""No page of the admin names a bot that its reader has no role in: lists with their filters, forms with their choices,
searches, and what fields complete."""

import pytest
from django.contrib import admin
from django.db.models import ForeignKey, Model
from django.test import Client
from django.urls import reverse

from flows_app.models import Bot
from tests.support.bots_with_everything import bot_with_everything
from tests.support.people import person

pytestmark = pytest.mark.django_db

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
    bot_with_everything("Elsewhere", FOREIGN)
    return bot_with_everything("Mine", "mine")


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
            changing = client.get(f"{place}{row.pk}/change/")
            assert FOREIGN not in changing.text, changing
    assert FOREIGN not in client.get("/admin/").text


@pytest.mark.parametrize("role", ROLES)
def test_nothing_completes_to_another_bot(mine: Bot, role: str) -> None:
    client = signed_in(role, mine)
    links = [(model, field) for model in MODELS.values() for field in model._meta.fields]

    for model, field in links:
        if isinstance(field, ForeignKey):
            asked = {
                "app_label": model._meta.app_label,
                "model_name": str(model._meta.model_name),
                "field_name": field.name,
            }
            answer = client.get(reverse("admin:autocomplete"), {**asked, "term": ""})
            assert FOREIGN not in answer.text, asked
