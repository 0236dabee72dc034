"""A command as a plugin adds it: one definition and its handler."""

from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from conversations_app.dialogue.commands import About, CommandModel
from conversations_app.dialogue.handlers import CommandHandler, Outcome, Saying
from flows_app.engine import DialogueState, RuntimeContext

HANDLER = f"{__name__}.VoucherHandler"


class Voucher(CommandModel):
    type: Literal["voucher"] = "voucher"
    code: Annotated[str, Field(pattern="^[A-Z0-9]+$")]

    about = About(
        words="take the voucher",
        meaning="The user gives the code of a voucher.",
        examples={"My voucher says SPRING": {"code": "SPRING"}},
    )


class VoucherHandler(CommandHandler):
    command_model: ClassVar[type[CommandModel] | None] = Voucher

    async def handle(self, command: dict[str, Any], state: DialogueState, context: RuntimeContext) -> Outcome:
        return Outcome(says=(Saying("voucher", f"Voucher {command['code']} noted."),))
