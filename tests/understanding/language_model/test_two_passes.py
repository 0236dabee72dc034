"""From a message to commands, over HTTP, through DSPy."""

from collections.abc import Callable

from tests.support.lm_server import LMServer, Script, by_pass, given_commands, given_values, in_order, says
from tests.understanding.dialogues import ACCOUNT, AMOUNT, asked_for, dialogue
from tests.understanding.language_model.conftest import Fallback, provider_of

Serve = Callable[[Script], LMServer]

START = {"type": "start_flow", "flow": "transfer"}


def set_slot(slot: str, value: object) -> dict[str, object]:
    return {"type": "set_slot", "slot": slot, "value": value}


async def test_a_wish_with_its_values_takes_two_passes(serve: Serve, fallback: Fallback) -> None:
    server = serve(by_pass(given_commands(START), given_values({"amount": "50", "recipient": "Ana"})))

    understanding = await provider_of(server, fallback).understand("send 50 to Ana", dialogue())

    assert understanding.commands == [START, set_slot("amount", "50"), set_slot("recipient", "Ana")]
    assert understanding.provider == "dspy"
    assert [request.wants for request in server.requests] == ["commands", "found"]
    assert not fallback.asked


async def test_an_answer_takes_one(serve: Serve, fallback: Fallback) -> None:
    server = serve(by_pass(given_commands(set_slot("account", "savings"))))

    understanding = await provider_of(server, fallback).understand("savings", asked_for(ACCOUNT, amount=50))

    assert understanding.commands == [set_slot("account", "savings")]
    assert len(server.requests) == 1


async def test_the_first_pass_is_told_where_the_dialogue_stands(serve: Serve, fallback: Fallback) -> None:
    server = serve(by_pass())

    await provider_of(server, fallback).understand("not yet", asked_for(ACCOUNT, amount=0))

    told = server.requests[0].asked
    for part in (
        "Friday 2026-05-29 09:30 UTC",
        '"name": "hours"',
        '"when do you open"',
        '"name": "amount", "type": "money", "description": "how much to send", "value": 0',
        '{"type": "collect", "expects": {"name": "account", "type": "choice", "choices": ["checking", "savings"]}}',
        '{"text": "not yet"}',
    ):
        assert part in told


async def test_the_second_pass_is_told_the_slots(serve: Serve, fallback: Fallback) -> None:
    server = serve(by_pass(given_commands(START)))

    await provider_of(server, fallback).understand("send something", dialogue())

    told = server.requests[1].asked
    assert '"name": "recipient", "type": "text", "description": "who gets it"' in told
    assert '"choices": ["checking", "savings"]' in told


async def test_output_is_held_to_a_schema_that_strict_servers_take(serve: Serve, fallback: Fallback) -> None:
    server = serve(by_pass(given_commands(START)))

    await provider_of(server, fallback).understand("send something", dialogue())

    for request in server.requests:
        wanted = request.body["response_format"]
        assert wanted["type"] == "json_schema"
        assert wanted["json_schema"]["strict"] is True
        assert_strict(request.schema)
    types = {model["properties"]["type"]["const"] for model in _items(server.requests[0].schema)}
    assert len(types) == 11


async def test_servers_that_know_no_schemas_are_asked_for_json_or_for_nothing(serve: Serve, fallback: Fallback) -> None:
    server = serve(by_pass())

    await provider_of(server, fallback, structured_output="json_object").understand("hello", dialogue())
    await provider_of(server, fallback, structured_output="none").understand("hello", dialogue())

    assert server.requests[0].body["response_format"] == {"type": "json_object"}
    assert "response_format" not in server.requests[1].body


async def test_json_in_other_words_around_it_is_found(serve: Serve, fallback: Fallback) -> None:
    server = serve(in_order(says('Here you are:\n```json\n{"commands": [{"type": "affirm"}]}\n```')))

    understanding = await provider_of(server, fallback).understand("yes", asked_for(AMOUNT))

    assert understanding.commands == [{"type": "affirm"}]


async def test_values_that_the_first_pass_gave_stand(serve: Serve, fallback: Fallback) -> None:
    server = serve(
        by_pass(given_commands(START, set_slot("amount", "50")), given_values({"amount": "60", "recipient": "Ana"}))
    )

    understanding = await provider_of(server, fallback).understand("send 50 to Ana", dialogue())

    assert understanding.commands == [START, set_slot("recipient", "Ana"), set_slot("amount", "50")]


async def test_a_flow_that_is_under_way_needs_no_second_pass(serve: Serve, fallback: Fallback) -> None:
    server = serve(by_pass(given_commands(START)))

    understanding = await provider_of(server, fallback).understand("the transfer", asked_for(AMOUNT))

    assert understanding.commands == [START]
    assert len(server.requests) == 1


async def test_two_wishes_get_a_second_pass_each_if_they_have_slots(serve: Serve, fallback: Fallback) -> None:
    hours = {"type": "start_flow", "flow": "hours"}
    server = serve(by_pass(given_commands(hours, START), given_values({"amount": "50"})))

    understanding = await provider_of(server, fallback).understand("when do you open? and send 50", dialogue())

    assert understanding.commands == [hours, START, set_slot("amount", "50")]
    assert len(server.requests) == 2


async def test_without_the_second_pass_the_flow_starts_all_the_same(serve: Serve, fallback: Fallback) -> None:
    server = serve(by_pass(given_commands(START), says("I can't say.")))

    understanding = await provider_of(server, fallback).understand("send 50 to Ana", dialogue())

    assert understanding.commands == [START]
    assert understanding.trace["errors"] == ["malformed_output", "malformed_output"]


def assert_strict(schema: object) -> None:
    """As OpenAI's documentation says: objects closed, all of their properties required, no `oneOf`, no defaults."""
    if isinstance(schema, list):
        for part in schema:
            assert_strict(part)
    if not isinstance(schema, dict):
        return
    assert not {"oneOf", "allOf", "discriminator", "default"} & set(schema)
    if schema.get("type") == "object":
        assert schema["additionalProperties"] is False
        assert set(schema["required"]) == set(schema["properties"])
    for part in schema.values():
        assert_strict(part)


def _items(
    schema: dict[str, dict[str, dict[str, dict[str, list[dict[str, dict[str, dict[str, str]]]]]]]],
) -> list[dict[str, dict[str, dict[str, str]]]]:
    return schema["$defs"]["CommandList"]["items"]["anyOf"]
