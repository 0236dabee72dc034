from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from flows_app.models import Bot, Flow, FlowVersion
from tests.admin.posting import bot_page, page_of, rows_of
from tests.support.authoring import make_bot
from tests.support.people import person

pytestmark = pytest.mark.django_db


@pytest.fixture
def author(client: Client) -> Client:
    client.force_login(User.objects.create_superuser("author"))
    return client


SLOTS = [{"name": "name", "type": "text", "description": "What to call the user"}]
STEPS = [
    {"name": "ask_name", "type": "collect", "slot": "name", "message": "What is your name?"},
    {"name": "greeting", "type": "say", "message": "Hello, {name}!", "slot": "left over"},
]


def test_a_flow_is_written_on_one_page(author: Client) -> None:
    bot = Bot.objects.create(name="Bot", slug="bot")

    response = author.post("/admin/flows_app/flow/add/", page_of(None, bot, SLOTS, STEPS))

    assert response.status_code == 302, response.context["errors"]
    flow = Flow.objects.get()
    assert flow.triggers == ["hi", "hello"]
    assert [(slot.name, slot.data) for slot in flow.slots.all()] == [("name", {"description": "What to call the user"})]
    assert [(step.position, step.name, step.data) for step in flow.steps.all()] == [
        (10, "ask_name", {"slot": "name", "message": "What is your name?"}),
        (20, "greeting", {"message": "Hello, {name}!"}),
    ]


def test_a_row_can_be_put_between_two_others(author: Client) -> None:
    bot = make_bot()
    flow = bot.default_flow
    rows = [
        {"id": step.pk, "position": 10 + 10 * n, "name": step.name, "type": step.type, **step.data}
        for n, step in enumerate(flow.steps.all())
    ]
    slots = [{"id": slot.pk, "position": 10, "name": slot.name, "type": slot.type} for slot in flow.slots.all()]
    rows.append({"position": 15, "name": "thanks", "type": "say", "message": "Thanks."})

    response = author.post(f"/admin/flows_app/flow/{flow.pk}/change/", page_of(flow, bot, slots, rows))

    assert response.status_code == 302, response.context["errors"]
    assert [(step.position, step.name) for step in flow.steps.all()] == [
        (10, "ask_name"),
        (20, "thanks"),
        (30, "greeting"),
    ]


@pytest.mark.parametrize(
    ("steps", "said"),
    [
        ([{**STEPS[0], "name": "Ask name"}], "Begin with a small letter"),
        ([STEPS[0], {**STEPS[1], "name": "ask_name"}], "Please correct the duplicate"),
        ([{**STEPS[1], "name": "end"}], "is where a flow ends"),
    ],
)
def test_a_bad_row_is_shown_at_its_place_and_nothing_is_saved(
    author: Client, steps: list[dict[str, Any]], said: str
) -> None:
    bot = Bot.objects.create(name="Bot", slug="bot")

    response = author.post("/admin/flows_app/flow/add/", page_of(None, bot, SLOTS, steps))

    assert response.status_code == 200
    assert said in response.text
    assert not Flow.objects.exists()


def test_save_and_publish_leads_to_the_publishing_page(author: Client) -> None:
    bot = Bot.objects.create(name="Bot", slug="bot")

    response = author.post(
        "/admin/flows_app/flow/add/", {**page_of(None, bot, SLOTS, STEPS), "_publish": "1"}, follow=True
    )
    assert "The draft becomes version 1" in response.text

    response = author.post(response.redirect_chain[-1][0], {"note": "first"}, follow=True)
    assert "Version 1 is published" in response.text
    version = FlowVersion.objects.get()
    assert (version.note, version.author.username) == ("first", "author")


def test_findings_are_listed_and_block_publishing(author: Client) -> None:
    bot = Bot.objects.create(name="Bot", slug="bot")
    steps = [{"name": "greeting", "type": "say", "message": "Hello, {nobody}!"}]
    author.post("/admin/flows_app/flow/add/", page_of(None, bot, SLOTS, steps))
    address = f"/admin/flows_app/flow/{Flow.objects.get().pk}/publish/"

    shown, posted = author.get(address), author.post(address, {"note": ""})

    for response in (shown, posted):
        assert "step “greeting”: “{nobody}” names no slot of this flow" in response.text
        assert "slot “name”: No step fills this slot." in response.text
    assert not FlowVersion.objects.exists()


def test_nothing_to_publish_is_said(author: Client) -> None:
    flow = make_bot().default_flow
    address = f"/admin/flows_app/flow/{flow.pk}/publish/"

    assert "there is nothing to publish" in author.get(address).text
    assert "already says the same" in author.post(address, {"note": ""}).text
    assert FlowVersion.objects.count() == 1


def test_publishing_needs_the_right(client: Client) -> None:
    flow = make_bot().default_flow
    client.force_login(person("editor", author=flow.bot))

    assert client.post(f"/admin/flows_app/flow/{flow.pk}/publish/", {"note": ""}).status_code == 403
    page = client.get(f"/admin/flows_app/flow/{flow.pk}/change/").text
    assert "Save and publish" not in page
    assert "Withdraw…" not in page
    assert "Roll back" not in page


def test_a_version_is_only_to_look_at(author: Client) -> None:
    make_bot()
    version = FlowVersion.objects.get()

    page = author.get(f"/admin/flows_app/flowversion/{version.pk}/change/")

    assert "What is your name?" in page.text
    assert 'name="_save"' not in page.text
    assert author.post(f"/admin/flows_app/flowversion/{version.pk}/delete/", {"post": "yes"}).status_code == 403


def test_a_bots_default_flow_is_one_of_its_own_and_origins_are_checked(author: Client) -> None:
    bot, other = make_bot(), Bot.objects.create(name="Other", slug="other")
    form = bot_page(other, default_flow=bot.default_flow.pk, allowed_origins="shop.example/a")

    response = author.post(f"/admin/flows_app/bot/{other.pk}/change/", form)

    assert set(response.context["adminform"].form.errors) == {"default_flow", "allowed_origins"}
    form = bot_page(other, allowed_origins="https://shop.example\nhttp://localhost:3000/")
    assert author.post(f"/admin/flows_app/bot/{other.pk}/change/", form).status_code == 302
    other.refresh_from_db()
    assert other.allowed_origins == ["https://shop.example", "http://localhost:3000/"]


def test_a_bots_languages_settings_and_slots_are_on_its_page(author: Client) -> None:
    bot = Bot.objects.create(name="Other", slug="other")
    form = bot_page(
        bot,
        languages="es\npt-BR\n",
        settings='{"patterns": {"cancelled": {"es": "Cancelado."}}}',
        **rows_of(slots=[{"name": "tone", "type": "text", "description": "How it speaks"}]),
    )

    response = author.post(f"/admin/flows_app/bot/{bot.pk}/change/", form)

    assert response.status_code == 302, response.context["errors"]
    bot.refresh_from_db()
    assert bot.languages == ["es", "pt-BR"]
    assert bot.read_settings().patterns == {"cancelled": {"es": "Cancelado."}}
    assert [slot.name for slot in bot.slots.all()] == ["tone"]


def test_a_new_bot_speaks_english_unless_told_otherwise(author: Client) -> None:
    offered = author.get("/admin/flows_app/bot/add/").context["adminform"].form["languages"].value()

    response = author.post("/admin/flows_app/bot/add/", bot_page(Bot(name="Other", slug="other"), languages=offered))

    assert response.status_code == 302, response.context["errors"]
    assert Bot.objects.get().languages == ["en"]


@pytest.mark.parametrize(
    ("field", "written", "said"),
    [
        ("languages", "Spanish", "is no language code"),
        ("languages", "", "at least one language"),
        ("settings", '{"double_texting": "shout"}', "double_texting: “shout” is not possible here; there are queue"),
        ("settings", '{"colour": "red"}', "“colour” is no key that is known here"),
        ("settings", '{"patterns": {"canceled": "Bye"}}', "No pattern is called “canceled”; there are: welcome"),
        ("settings", '{"patterns": {"cancelled": 5}}', "patterns: “cancelled” must be a text"),
        ("settings", '{"patterns": {"cancelled": {"es": ""}}}', "patterns.cancelled: “es” must not be empty"),
        ("settings", '{"patterns": {"cancelled": {"english": "x"}}}', "“english” is no language code"),
        ("settings", '{"patterns": {"cancelled": false}}', "“cancelled” can't be left out"),
        ("settings", '{"patterns": {"cancelled": "{x"}}', "A single '{' opens or closes no placeholder"),
        ("settings", '{"session_minutes": 5}', "has a field of its own"),
        ("session_minutes", "0", "greater than or equal to 1"),
        ("settings", '{"public": true}', "has a field of its own"),
        ("settings", "[1]", "Write a JSON object"),
        ("settings", "{", "Enter a valid JSON"),
    ],
)
def test_what_a_bot_cannot_be_is_said_at_its_field(author: Client, field: str, written: str, said: str) -> None:
    bot = Bot.objects.create(name="Other", slug="other")

    response = author.post(f"/admin/flows_app/bot/{bot.pk}/change/", bot_page(bot, **{field: written}))

    errors = response.context["adminform"].form.errors
    assert set(errors) == {field}
    assert said in str(errors[field].as_data())
