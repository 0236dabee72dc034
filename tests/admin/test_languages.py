"""The admin in Spanish: by the browser, or by choice. What is stored, and the API, stay in English."""

from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import User
from django.test import Client

from conversations_app.models import ApiKey
from flows_app.models import AuditEntry, Flow
from tests.support.authoring import make_bot, make_flow, publish
from tests.support.talking import Talk

pytestmark = pytest.mark.django_db(transaction=True)

SPANISH = {"Accept-Language": "es-MX,es;q=0.9,en;q=0.5"}
CONVERSATION = "/admin/conversations_app/conversation"


@pytest.fixture
def staff() -> Client:
    client = Client(headers=SPANISH)
    client.force_login(User.objects.create_superuser("root"))
    return client


@pytest.fixture
def flow() -> Flow:
    flow = make_flow(make_bot(), name="talk")
    publish(flow)
    return flow


# By the browser


def test_a_bots_page_is_in_the_browsers_language(staff: Client) -> None:
    bot = make_bot()

    page = staff.get(f"/admin/flows_app/bot/{bot.pk}/change/")

    assert page.headers["Content-Language"] == "es"
    assert '<html lang="es"' in page.text
    for text in (
        "Flujo por defecto:",
        "Idiomas que habla",
        "Comprende mediante:",
        "Botones de inicio",
        "Roles en el bot",
    ):
        assert text in page.text
    for text in ("Default flow", "Languages it speaks", "Starter buttons"):
        assert text not in page.text


def test_a_conversations_page_is_in_spanish_and_says_what_was_said(staff: Client) -> None:
    talk = Talk(make_bot())
    talk.say("hi")

    page = staff.get(f"{CONVERSATION}/{talk.id}/change/").text

    for text in (
        "Tomar el relevo",
        "Cerrar definitivamente",
        "En espera",
        "1 · usuario",
        "en curso",
        "What is your name?",
    ):
        assert text in page


def test_a_verbs_page_asks_in_spanish(staff: Client) -> None:
    bot = make_bot()

    page = staff.get(f"/admin/flows_app/bot/{bot.pk}/delete/").text

    assert "Eliminar “Test bot” definitivamente" in page
    assert "Versiones publicadas: 1" in page
    refused = staff.post(f"/admin/flows_app/bot/{bot.pk}/delete/", {"typed": "other"}).text
    assert "Hay que escribir “test-bot” para eliminar este bot." in refused


def test_findings_are_in_spanish(staff: Client, flow: Flow) -> None:
    flow.steps.filter(name="greeting").update(data={"message": "Hello, {nobody}!"})
    flow.steps.filter(name="ask_name").update(data={})

    page = staff.get(f"/admin/flows_app/flow/{flow.pk}/compare/").text

    assert "El borrador no se puede comparar hasta que se arregle esto" in page
    assert "<b>Error</b>, paso “ask_name”: “Slot to fill” falta." in page


def test_what_is_refused_is_told_in_spanish(staff: Client) -> None:
    talk = Talk(make_bot())
    talk.say("hi")

    page = staff.post(f"{CONVERSATION}/{talk.id}/hand_back/", follow=True).text

    assert "Ninguna persona tiene esta conversación: no hay nada que devolver." in page


def test_plurals_have_their_form(staff: Client, flow: Flow) -> None:
    """Spanish has a third, of which only millions have need."""
    flow.tests.create(name="Greets", script={"turns": [{"user": "hi"}]})
    page = staff.get(f"/admin/flows_app/flow/{flow.pk}/duplicate/").text
    assert "y 1 prueba." in page

    flow.tests.create(name="Greets again", script={"turns": [{"user": "hi"}]})
    page = staff.get(f"/admin/flows_app/flow/{flow.pk}/duplicate/").text
    assert "y 2 pruebas." in page


@pytest.mark.parametrize("language", ["de", "fr-CH,fr;q=0.9", "en-GB"])
def test_all_others_read_english_throughout(staff: Client, language: str) -> None:
    page = staff.get("/admin/", headers={"Accept-Language": language}).text

    assert "Site administration" in page
    assert "Webhook deliveries" in page


def test_pages_outside_the_admin_that_staff_meet(client: Client) -> None:
    page = client.get("/nothing/here", headers=SPANISH)

    assert page.status_code == 404
    assert "Aquí no hay nada" in page.text
    assert '<html lang="es">' in page.text


# By choice


def test_the_language_is_chosen_in_the_header_and_kept(client: Client) -> None:
    login = client.get("/admin/login/").text
    assert '<button type="submit" name="language" value="es" lang="es">Español</button>' in login
    assert "Username:" in login

    client.post("/admin/language/", {"language": "es", "next": "/admin/login/"})

    login = client.get("/admin/login/").text
    assert "Nombre de usuario:" in login
    assert '<button type="submit" name="language" value="en" lang="en">English</button>' in login
    assert client.cookies["django_language"]["httponly"]


def test_the_choice_counts_for_more_than_the_browser(staff: Client) -> None:
    assert "Sitio administrativo" in staff.get("/admin/").text

    answer = staff.post("/admin/language/", {"language": "en", "next": "/admin/flows_app/"})

    assert answer.headers["Location"] == "/admin/flows_app/"
    assert "Site administration" in staff.get("/admin/").text


def test_a_choice_needs_its_token_and_leads_nowhere_else() -> None:
    choosing = {"language": "es", "next": "https://elsewhere.example/"}

    assert Client(enforce_csrf_checks=True).post("/admin/language/", choosing).status_code == 403
    assert Client().post("/admin/language/", choosing).headers["Location"] == "/"


# Texts that stay in English


def test_what_is_stored_is_in_english(staff: Client, flow: Flow) -> None:
    done = staff.post(f"/admin/flows_app/flow/{flow.pk}/withdraw/", {"note": "x"}, follow=True).text
    assert LogEntry.objects.latest("pk").change_message == "“talk” is withdrawn: nobody can start it any more."
    assert "“talk” se ha retirado: ya nadie puede iniciarlo." in staff.get("/admin/").text + done

    talk = Talk(flow.bot)
    talk.say("hi")
    staff.post(f"{CONVERSATION}/{talk.id}/take_over/")
    assert LogEntry.objects.latest("pk").change_message.startswith("You have taken over")

    staff.post(f"/admin/flows_app/bot/{flow.bot_id}/archive/")
    assert {*AuditEntry.objects.values_list("verb", flat=True)} >= {"withdrew", "archived"}


def test_the_api_speaks_english_whatever_the_browser_says(client: Client) -> None:
    make_bot()
    client.cookies["django_language"] = "es"

    incomplete, unknown = started(client, {}, SPANISH), started(client, {"bot": "nobody"}, SPANISH)

    assert "This field is required." in incomplete["detail"]
    assert unknown["detail"] == started(Client(), {"bot": "nobody"}, {})["detail"]
    assert client.get("/api/v1/nothing", headers=SPANISH).json()["detail"] == "There is nothing at this address."


def started(client: Client, body: dict[str, str], headers: dict[str, str]) -> dict[str, Any]:
    answer = client.post("/api/v1/conversations", body, content_type="application/json", headers=headers)
    problem: dict[str, Any] = answer.json()
    return problem


def test_the_api_refuses_in_english_what_the_admin_refuses_in_spanish(client: Client) -> None:
    """The verb is the same."""
    talk = Talk(make_bot())
    talk.say("hi")
    _, key = ApiKey.objects.issue(bot=talk.conversation.bot, name="Shop", scopes=["manage"])

    headers = {**SPANISH, "Authorization": f"Api-Key {key}"}
    refused = client.post(f"/api/v1/conversations/{talk.id}/handback", headers=headers)

    assert refused.status_code == 409
    assert refused.json()["detail"] == "No person has this conversation: there is nothing to hand back."
