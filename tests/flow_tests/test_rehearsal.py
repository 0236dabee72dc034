from typing import Any

import pytest

from conversations_app.dialogue import CommandError
from conversations_app.flow_tests import Rehearsal
from conversations_app.flow_tests.transcript import NoSuchButton
from flows_app.flow_language import ActionStub
from tests.flow_tests.bot import HELP, PAY, bot

pytestmark = pytest.mark.django_db

START = {"type": "start_flow", "flow": "pay"}


def fill(slot: str, value: Any) -> dict[str, Any]:
    return {"type": "set_slot", "slot": slot, "value": value}


def texts(turn: Any) -> list[str]:
    return [reply.text for reply in turn.replies]


def test_messages_of_both_sides_have_dense_numbers() -> None:
    with Rehearsal(bot()) as talk:
        first, second = talk.say("hi"), talk.say("Ana")

        assert [reply.seq for reply in first.replies] == [2]
        assert [reply.seq for reply in second.replies] == [4]
        assert talk.transcript.last_seq == 4
        assert first.understood == [{"type": "out_of_scope"}]
        assert second.understood == [fill("to", "Ana")]


def test_the_state_is_what_the_database_holds() -> None:
    with Rehearsal(bot()) as talk:
        turn = talk.say("hi", [START, fill("to", "Ana")])

        assert turn.state == talk.state
        (flow,) = turn.state["flow_stack"]
        assert flow["step"] == "ask_amount"
        assert turn.state["flow_slots"][flow["flow_id"]] == {"to": "Ana"}


def test_rehearsals_at_the_same_time_do_not_meet() -> None:
    with Rehearsal(bot()) as one, Rehearsal(bot()) as other:
        one.say("hi")
        one.say("Ana")
        assert texts(other.say("hi")) == ["To whom?"]
        assert texts(one.say("5")) == ["Pay 5.00 to Ana?"]


def test_a_rehearsal_goes_the_same_way_every_time() -> None:
    variations = ["One.", "Two.", "Three.", "Four.", "Five."]
    flow = {"name": "pay", "steps": [{"name": "greet", "type": "say", "message": variations}]}

    def said() -> list[str]:
        with Rehearsal(bot(flow)) as talk:
            return [text for _ in range(5) for text in texts(talk.say("hi"))]

    assert said() == said()
    assert len(set(said())) > 1


def test_calls_are_noted_with_what_they_were_given() -> None:
    with Rehearsal(bot(), {"pay": ActionStub(returns={"id": "R1", "secret": "x"})}) as talk:
        talk.say("hi", [START, fill("to", "Ana"), fill("amount", 5)])
        turn = talk.press("Yes")

        (call,) = turn.calls
        assert (call.action, dict(call.inputs)) == ("pay", {"to": "Ana", "amount": 5})
        assert texts(turn) == ["Paid: R1."]
        assert turn.status == "open"


def test_an_idempotent_action_is_tried_again_with_the_same_key() -> None:
    flow = {"name": "pay", "steps": [{"name": "ask", "type": "action", "call": "ask", "retry": 2}]}
    stub = ActionStub.model_validate(
        {"idempotent": True, "outcomes": [{"fails": "no"}, {"returns": {"message": "Hm."}}]}
    )

    with Rehearsal(bot(flow), {"ask": stub}) as talk:
        turn = talk.say("hi")

        assert [call.action for call in turn.calls] == ["ask", "ask"]
        assert len({call.key for call in turn.calls}) == 1
        assert texts(turn) == ["Hm."]


def test_an_old_button_is_one_of_the_message_before_the_newest_that_has_it() -> None:
    with Rehearsal(bot(), {"pay": ActionStub()}) as talk:
        talk.say("hi", [START, fill("to", "Ana"), fill("amount", 5)])
        with pytest.raises(NoSuchButton):
            talk.press("Yes", older=True)
        talk.say("what?", [{"type": "out_of_scope"}])

        stale = talk.press("Yes", older=True)

        assert stale.calls == ()
        assert stale.status == "waiting"
        assert talk.press("Yes").calls


def test_a_conversation_that_a_person_has_is_silent_until_it_is_handed_back() -> None:
    back = {**HELP, "steps": [*HELP["steps"], {"name": "again", "type": "say", "message": "Here I am."}]}
    with Rehearsal(bot(PAY, back)) as talk:
        talk.say("hi")
        taken = talk.say("a person, please", [{"type": "start_flow", "flow": "help"}])
        assert (texts(taken), taken.status) == (["A person comes."], "handed_off")

        silent = talk.say("hello?")
        assert (texts(silent), silent.status) == ([], "handed_off")

        handed_back = talk.happen("handed_back")
        assert texts(handed_back)[0] == "Here I am."
        assert texts(handed_back)[-1] == "To whom?"
        assert handed_back.status == "waiting"


def test_nothing_may_be_recognised() -> None:
    with Rehearsal(bot()) as talk:
        assert talk.say("hm", []).understood == []
        with pytest.raises(CommandError):
            talk.say("hm", [{"type": "fly"}])


def test_it_speaks_the_language_it_is_told() -> None:
    with Rehearsal(bot(), language="es") as talk:
        assert texts(talk.say("nada", [{"type": "cancel_flow"}])) == ["No hay nada que cancelar."]
