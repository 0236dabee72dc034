"""The actions of the bots: each call leaves traces outside the database, where no rollback can hide a repetition."""

import random
import time
from typing import Any

from flows_app.registry import ActionContext, ActionError, action
from tests.chaos.journal import note

# Long enough for a fault to hit an action about as often as what lies around it.
LONGEST_PAUSE = 0.5


@action("reserve", inputs=["article", "amount"], outputs=["number"], idempotent=True)
def reserve(article: str, amount: int, context: ActionContext) -> dict[str, str]:
    return {"number": _deed("reserve", context, article=article, amount=amount)}


@action("pay", inputs=["article", "amount"], outputs=["receipt"], idempotent=False)
def pay(article: str, amount: int, context: ActionContext) -> dict[str, str]:
    return {"receipt": _deed("pay", context, article=article, amount=amount)}


@action("labour", inputs=["seconds"], idempotent=False)
def labour(seconds: float, context: ActionContext) -> None:
    note("begun", "labour", context, {"seconds": seconds})
    time.sleep(seconds)
    note("ended", "labour", context, {"seconds": seconds})


@action("go_wrong", inputs=["way"], idempotent=False)
def go_wrong(way: str) -> Any:
    if way == "hangs":
        time.sleep(10)
    if way == "nonsense":
        return object()
    raise ActionError("It always fails.")


def _deed(name: str, context: ActionContext, **inputs: Any) -> str:
    note("begun", name, context, inputs)
    time.sleep(random.uniform(0, LONGEST_PAUSE))  # noqa: S311
    note("ended", name, context, inputs)
    return context.idempotency_key
