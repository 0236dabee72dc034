"""A button over REST: `{"option": value, "reply_to": seq}` in place of `text`."""

import json
from typing import Any

import pytest
from django.test import Client

from conversations_app.models import Message
from conversations_app.turn.running import run_turns
from tests.support.pizzeria import make_pizzeria

pytestmark = pytest.mark.django_db

OWN_ORIGIN = "http://testserver"


class User:
    """An end user on a page of ours."""

    def __init__(self, **body: Any) -> None:
        make_pizzeria()
        self.started = self._call("POST", "conversations", {"bot": "pizzeria", **body}, Origin=OWN_ORIGIN).json()
        self._path = f"conversations/{self.started['id']}"
        self._bearer = f"Bearer {self.started['token']}"

    def _call(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        return Client().generic(
            method, f"/api/v1/{path}", json.dumps(body), content_type="application/json", headers=headers
        )

    def post(self, **body: Any) -> Any:
        response = self._call("POST", f"{self._path}/messages", body, Authorization=self._bearer)
        run_turns(self.started["id"])
        return response

    def get(self, path: str = "") -> Any:
        return self._call("GET", f"{self._path}{path}", Authorization=self._bearer).json()

    @property
    def newest(self) -> dict[str, Any]:
        message: dict[str, Any] = self.get("/messages")["results"][-1]
        return message


def test_the_welcome_is_there_from_the_start_in_the_language_asked_for() -> None:
    user = User(language="es")

    assert (user.started["last_seq"], user.started["status"], user.started["pending"]) == (1, "open", None)
    assert user.newest | {"created_at": ""} == {
        "seq": 1,
        "role": "bot",
        "kind": "inform",
        "text": "¡Bienvenido a la pizzería!",
        "options": [],
        "turn": 0,
        "created_at": "",
    }


def test_without_a_language_the_bot_speaks_its_main_one() -> None:
    assert User().newest["text"] == "Welcome to the pizzeria!"


def test_a_press_answers_the_question() -> None:
    user = User()
    user.post(text="hi")
    question = user.newest
    assert question["options"] == [{"label": "Small", "value": "S"}, {"label": "Large", "value": "L"}]
    assert user.get()["pending"]["options"] == question["options"]

    pressed = user.post(option="L", reply_to=question["seq"], client_id="one")

    assert pressed.status_code == 202
    assert pressed.json()["message"]["text"] == "Large"
    assert user.newest["text"] == "Your phone number?"
    assert user.post(option="L", reply_to=question["seq"], client_id="one").json() == pressed.json()
    assert "command" not in json.dumps(user.get("/messages"))


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"option": "L", "reply_to": 99}, "reply_to_unknown"),
        ({"option": "L"}, "option_incomplete"),
        ({"option": "L", "reply_to": 0}, "invalid"),
        ({"option": "L", "reply_to": "x"}, "invalid"),
        ({"option": "L", "reply_to": 2**40}, "invalid"),
        ({"option": None, "reply_to": 1}, "invalid"),
        ({"option": "L", "reply_to": 1, "text": "Large"}, "option_and_more"),
        ({"option": "a\x00b", "reply_to": 1}, "option_not_storable"),
        ({"option": [[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]], "reply_to": 1}, "option_not_storable"),
    ],
)
def test_what_is_no_button_is_refused_with_a_reason(body: dict[str, Any], code: str) -> None:
    user = User()
    user.post(text="hi")
    before = Message.objects.count()

    response = user.post(**body)

    assert (response.status_code, response.json()["code"]) == (400, code)
    assert Message.objects.count() == before
