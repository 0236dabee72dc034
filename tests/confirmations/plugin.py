"""The actions that need an agreement."""

from typing import Any

from flows_app.registry import ActionContext, action
from tests.chaos.journal import note


@action("confirmations.send", inputs=["amount", "payee"], outputs=["reference"], idempotent=False)
def send(amount: int, payee: str, context: ActionContext) -> dict[str, str]:
    return _do("send", context, amount=amount, payee=payee)


@action("confirmations.block", inputs=["card"], outputs=["reference"], idempotent=False)
def block(card: str, context: ActionContext) -> dict[str, str]:
    return _do("block", context, card=card)


@action("confirmations.order", inputs=["count", "flower"], outputs=["reference"], idempotent=False)
def order(count: int, flower: str, context: ActionContext) -> dict[str, str]:
    return _do("order", context, count=count, flower=flower)


def _do(name: str, context: ActionContext, **inputs: Any) -> dict[str, str]:
    note("ended", name, context, inputs)
    return {"reference": context.idempotency_key}
