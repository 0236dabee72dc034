"""An author at the simulator: what their browser sends, and what it keeps."""

from typing import Any

from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from flows_app.drafts import document_of
from flows_app.models import Bot, Flow
from flows_app.registry import action
from tests.support.authoring import make_flow
from tests.support.people import person

PAY_SLOTS: list[Any] = ["to", {"name": "amount", "type": "money"}, "receipt"]
PAY_STEPS: list[dict[str, Any]] = [
    {"name": "ask_to", "type": "collect", "slot": "to", "message": "To whom?"},
    {"name": "ask_amount", "type": "collect", "slot": "amount", "message": "How much?"},
    {"name": "sure", "type": "confirm", "message": "Pay {amount} to {to}?"},
    {
        "name": "pay",
        "type": "action",
        "call": "sim.pay",
        "outputs": {"id": "receipt"},
        "on_error": "sorry",
    },
    {"name": "done", "type": "say", "message": "Paid: {receipt}.", "next": "end"},
    {"name": "sorry", "type": "say", "message": "That did not work."},
]
paid: list[tuple[Any, str]] = []


def register_pay() -> None:
    """Inside `registry.changed_for_a_while()`."""

    @action("sim.pay", inputs=["to", "amount"], outputs=["id"], idempotent=False)
    def pay(to: str, amount: float, context: Any = None) -> dict[str, str]:
        paid.append(((to, amount), context.idempotency_key))
        return {"id": f"R{len(paid)}"}


def make_pay_flow(bot: Bot | None = None) -> Flow:
    bot = bot or Bot.objects.create(name="Sim bot", slug="sim-bot", languages=["en", "es"])
    flow = make_flow(bot, PAY_STEPS, name="pay", slots=PAY_SLOTS, triggers=["pay somebody"])
    bot.default_flow = flow
    bot.save()
    return flow


class Browser:
    """Sends each deed with the run of the last answer, as the editor does."""

    def __init__(self, flow: Flow, user: User | None = None, **more: Any):
        self.flow = flow
        # Real actions are for who may publish.
        role = "publisher" if more.get("actions") == "real" else "author"
        self.user = user or person("an author", **{role: flow.bot})
        self.client = Client()
        self.client.force_login(self.user)
        self.document: dict[str, Any] = document_of(flow)
        self.run: str | None = None
        self.more = more
        self.status_code = 0

    def do(self, **deed: Any) -> dict[str, Any]:
        body = {"document": self.document, "run": self.run, "deed": deed, **self.more}
        answer = self.post("simulator-turn", body)
        if self.status_code == 200:
            self.run = answer["run"]
        return answer

    def say(self, text: str, commands: list[Any] | None = None) -> dict[str, Any]:
        return self.do(user=text) if commands is None else self.do(user=text, commands=commands)

    def press(self, value: Any, answer: dict[str, Any]) -> dict[str, Any]:
        return self.do(press=value, reply_to=answer["messages"][-1]["seq"])

    def make_test(self, **more: Any) -> dict[str, Any]:
        return self.post("simulator-test", {"run": self.run, "document": self.document, **more})

    def post(self, name: str, body: Any) -> dict[str, Any]:
        url = reverse(name, args=[self.flow.pk])
        response = self.client.post(url, body, content_type="application/json")
        self.status_code = response.status_code
        answer: dict[str, Any] = response.json()
        return answer


def start(flow: str) -> dict[str, Any]:
    return {"type": "start_flow", "flow": flow}


def fill(slot: str, value: Any) -> dict[str, Any]:
    return {"type": "set_slot", "slot": slot, "value": value}


def texts(answer: dict[str, Any]) -> list[str]:
    return [message["text"] for message in answer["messages"]]
