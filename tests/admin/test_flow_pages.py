import pytest
from django.contrib.auth.models import User
from django.test import Client

from flows_app.models import Bot, FlowVersion
from tests.admin.posting import bot_page, rows_of
from tests.support.authoring import default_flow, make_bot

pytestmark = pytest.mark.django_db


@pytest.fixture
def author(client: Client) -> Client:
    client.force_login(User.objects.create_superuser("author"))
    return client


def test_a_version_is_only_to_look_at(author: Client) -> None:
    make_bot()
    version = FlowVersion.objects.get()

    page = author.get(f"/admin/flows_app/flowversion/{version.pk}/change/")

    assert "What is your name?" in page.text
    assert 'name="_save"' not in page.text
    assert author.post(f"/admin/flows_app/flowversion/{version.pk}/delete/", {"post": "yes"}).status_code == 403


def test_a_bots_page_leads_to_its_flows_and_to_a_new_one(author: Client) -> None:
    bot, empty = make_bot(), Bot.objects.create(name="Empty", slug="empty")
    listed, begun = f"/admin/flows_app/flow/?bot__id__exact={bot.pk}", f"/admin/flows_app/flow/add/?bot={empty.pk}"

    page, page_of_empty = (author.get(f"/admin/flows_app/bot/{one.pk}/change/").text for one in (bot, empty))

    assert listed in page
    assert [flow.bot for flow in author.get(listed).context["cl"].result_list] == [bot]
    # Filtered by a bot that has none, the list would show those of all.
    assert f"bot__id__exact={empty.pk}" not in page_of_empty
    assert begun in page_of_empty
    assert author.get(begun).context["adminform"].form["bot"].value() == str(empty.pk)


def test_after_adding_a_bot_one_is_led_to_its_first_flow(author: Client) -> None:
    added = author.post("/admin/flows_app/bot/add/", bot_page(Bot(name="Hotel", slug="hotel")), follow=True)

    bot = Bot.objects.get()
    assert added.redirect_chain == [(f"/admin/flows_app/bot/{bot.pk}/change/", 302)]
    assert f'<a class="button" href="/admin/flows_app/flow/add/?bot={bot.pk}">Add a flow</a>' in added.text

    bot.flows.create(name="booking")
    assert "Add a flow</a>" not in author.get(f"/admin/flows_app/bot/{bot.pk}/change/").text


def test_beside_a_bots_default_flow_nothing_deletes_it(author: Client) -> None:
    page = author.get(f"/admin/flows_app/bot/{make_bot().pk}/change/").text

    assert 'id="id_default_flow"' in page
    for deed in ("add", "change", "delete"):
        assert f"{deed}_id_default_flow" not in page


def test_a_public_bots_page_leads_to_its_chat(author: Client) -> None:
    bot = make_bot()
    page = f"/admin/flows_app/bot/{bot.pk}/change/"
    chat = f'<a href="/chat/{bot.slug}/" target="_blank" rel="noopener">Open the chat</a>'

    for changed, shown in (({"public": True}, True), ({"public": False}, False)):
        Bot.objects.filter(pk=bot.pk).update(**changed)
        assert (chat in author.get(page).text) is shown


def test_a_bots_default_flow_is_one_of_its_own_and_origins_are_checked(author: Client) -> None:
    bot, other = make_bot(), Bot.objects.create(name="Other", slug="other")
    form = bot_page(other, default_flow=default_flow(bot).pk, allowed_origins="shop.example/a")

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


def test_what_publishing_demands_is_ticked_on_a_bots_page(author: Client) -> None:
    bot = Bot.objects.create(name="Other", slug="other")
    address = f"/admin/flows_app/bot/{bot.pk}/change/"

    demanding = bot_page(bot, tests_gate_publishing="on", second_person_publishes="on")
    assert author.post(address, demanding).status_code == 302
    bot.refresh_from_db()
    assert bot.settings == {"tests_gate_publishing": True, "second_person_publishes": True}

    lenient = bot_page(bot)
    del lenient["second_person_publishes"]
    assert author.post(address, lenient).status_code == 302
    bot.refresh_from_db()
    assert bot.settings == {"tests_gate_publishing": True}


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
