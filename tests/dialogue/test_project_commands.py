"""A project's own command, with its handler, by a setting."""

from typing import Any, Literal

import pytest
from django.core.exceptions import ImproperlyConfigured
from pytest_django import Settings

from conversations_app.dialogue import CommandError, check_commands
from conversations_app.dialogue.commands import CommandModel
from conversations_app.dialogue.handlers import CommandHandler, Outcome, Saying, command_handlers
from flows_app.engine import DialogueState, RuntimeContext
from tests.support.authoring import make_bot
from tests.support.talking import Talk

HANDLER = f"{__name__}.VoucherHandler"


class Voucher(CommandModel):
    type: Literal["voucher"] = "voucher"
    code: str


class VoucherHandler(CommandHandler):
    command_type = "voucher"
    command_model = Voucher

    async def handle(self, command: dict[str, Any], state: DialogueState, context: RuntimeContext) -> Outcome:
        return Outcome(says=(Saying("voucher", f"Voucher {command['code']} noted."),))


class NoHandler:
    pass


@pytest.mark.django_db
def test_it_is_handled_like_ours(settings: Settings) -> None:
    settings.SONI_COMMAND_HANDLERS = [HANDLER]
    talk = Talk(make_bot())
    talk.say("hi")

    replies = talk.command({"type": "voucher", "code": "X5"})

    assert replies == ["Voucher X5 noted.", "What is your name?"]


def test_the_api_knows_how_it_looks_only_if_it_is_set(settings: Settings) -> None:
    with pytest.raises(CommandError):
        check_commands([{"type": "voucher", "code": "X5"}])

    settings.SONI_COMMAND_HANDLERS = [HANDLER]
    assert check_commands([{"type": "voucher", "code": "X5"}]) == [{"type": "voucher", "code": "X5"}]
    with pytest.raises(CommandError, match="code"):
        check_commands([{"type": "voucher"}])


def test_what_is_no_handler_is_refused_with_its_name(settings: Settings) -> None:
    settings.SONI_COMMAND_HANDLERS = [f"{__name__}.NoHandler"]

    with pytest.raises(ImproperlyConfigured, match="NoHandler"):
        command_handlers()
