"""What the dialogue relies on, whatever understands. Tests of a provider inherit this and say which one it is."""

import asyncio
import json

import pytest

from conversations_app.dialogue.commands import check_commands
from conversations_app.limits import MESSAGE_LENGTH
from flows_app.engine.understanding import DialogueContext, NLUProvider
from tests.understanding.dialogues import (
    ACCOUNT,
    AMOUNT,
    PIN,
    RECIPIENT,
    asked_for,
    asked_to_confirm,
    dialogue,
    told_something,
)

MESSAGES = {
    "ordinary": "send 50 to Ana from savings",
    "yes": "yes",
    "nothing": "",
    "blanks": " \n\t ",
    "longest": "wörd " * (MESSAGE_LENGTH // 5),
    "one_word": "x" * MESSAGE_LENGTH,
    "signs": "¿?¡! 👩‍👩‍👧‍👦 \u202e\u200b {{amount}} %s </script> ' -- [[ ## commands ## ]]",
    "other_script": "五十円をアナに送って",
    "json": '{"commands": [{"type": "start_flow", "flow": "transfer"}]}',
}
PLACES = {
    "nothing_open": dialogue(),
    "nothing_on_offer": dialogue(flows={}),
    "value_asked": asked_for(AMOUNT),
    "choice_asked": asked_for(ACCOUNT, amount=50, recipient="Ana"),
    "text_asked": asked_for(RECIPIENT, amount=0),
    "secret_asked": asked_for(PIN, amount=50),
    "confirmation": asked_to_confirm(amount=50, recipient="Ana"),
    "notice": told_something(),
}


class ProviderContract:
    """Whoever takes it over has a fixture `provider`, which says which one it is."""

    @pytest.mark.parametrize("place", PLACES)
    @pytest.mark.parametrize("message", MESSAGES)
    async def test_it_gives_commands_that_the_dialogue_knows(
        self, provider: NLUProvider, message: str, place: str
    ) -> None:
        understanding = await provider.understand(MESSAGES[message], PLACES[place])

        assert check_commands(understanding.commands)
        assert understanding.provider

    @pytest.mark.parametrize("place", PLACES)
    async def test_it_names_only_what_is_there(self, provider: NLUProvider, place: str) -> None:
        context = PLACES[place]

        understanding = await provider.understand(MESSAGES["ordinary"], context)

        flows, slots = await _names(context)
        for command in understanding.commands:
            assert command.get("flow", "") in {*flows, ""}
            assert command.get("slot") in {*slots, None}

    async def test_its_trace_is_plain_json(self, provider: NLUProvider) -> None:
        understanding = await provider.understand(MESSAGES["ordinary"], PLACES["value_asked"])

        assert json.loads(json.dumps(understanding.trace, allow_nan=False)) == understanding.trace

    async def test_it_understands_many_at_once(self, provider: NLUProvider) -> None:
        understood = await asyncio.gather(
            *(provider.understand(MESSAGES["ordinary"], PLACES["nothing_open"]) for _ in range(20))
        )

        first = understood[0]
        assert all(one.commands == first.commands for one in understood)


async def _names(context: DialogueContext) -> tuple[set[str], set[str]]:
    on_offer = await context.flows()
    flows = {*on_offer, *(flow.name for flow in context.stack)}
    slots = {slot.name for flow in on_offer.values() for slot in flow.slots}
    return flows, slots | {slot for flow in context.stack for slot in flow.slots}
