"""“Make a test of this”, on the page of a real conversation."""

from typing import Any

import pytest
from django.test import Client

from conversations_app.flow_tests import StoredTests
from conversations_app.models import FlowRun, Message, Turn
from conversations_app.verbs.handing_over import hand_off
from flows_app.models import AuditEntry, Bot, Flow, FlowTest
from flows_app.registry import ActionError, action, registry
from tests.simulator.simulating import PAY_SLOTS, PAY_STEPS, start
from tests.support.authoring import make_bot, write_steps
from tests.support.people import person
from tests.support.talking import Talk

pytestmark = pytest.mark.django_db

LIST = "/admin/conversations_app/conversation/"


@pytest.fixture(autouse=True)
def actions() -> Any:
    with registry.changed_for_a_while():

        @action("sim.pay", inputs=["to", "amount"], outputs=["id"], idempotent=False)
        def pay(to: str, amount: float) -> dict[str, str]:
            if to == "nobody":
                raise ActionError("There is no such person.")
            return {"id": f"for {to}", "balance": "of the whole household"}

        yield


def paying_bot(**slot_of_payee: Any) -> Bot:
    slots = [{"name": "to", **slot_of_payee}, *PAY_SLOTS[1:]]
    return make_bot(PAY_STEPS, slots=slots, name="pay")


def author_of(bot: Bot) -> Client:
    client = Client()
    client.force_login(person("an author", author=bot))
    return client


def make_it(talk: Talk) -> FlowTest:
    response = author_of(talk.conversation.bot).post(f"{LIST}{talk.id}/make_test/")
    test = FlowTest.objects.get()
    assert response["Location"] == f"/admin/flows_app/flowtest/{test.pk}/change/"
    return test


def refusal(talk: Talk) -> str:
    page = author_of(talk.conversation.bot).post(f"{LIST}{talk.id}/make_test/", follow=True)
    assert not FlowTest.objects.exists()
    assert page.redirect_chain == [(f"{LIST}{talk.id}/change/", 302)]
    return page.text


def problems(test: FlowTest) -> tuple[str, ...]:
    (result,) = StoredTests().on_drafts([test])
    return result.problems


def test_a_test_says_what_was_done_and_understood() -> None:
    talk = Talk(paying_bot())
    talk.command(start("pay"))
    talk.say("Ana")
    talk.say("5")
    talk.press("Yes")

    test = make_it(talk)

    assert test.flow.name == "pay"
    assert problems(test) == ()
    script = test.script
    assert script["actions"] == {"sim.pay": {"returns": {"id": "for Ana"}}}
    assert script["turns"][1] == {
        "user": "Ana",
        "commands": [{"set_slot": {"to": "Ana"}}],
        "bot": "How much?",
    }
    assert script["turns"][3]["press"] == "Yes"
    assert script["turns"][3]["called"] == [{"sim.pay": {"amount": 5.0, "to": "Ana"}}]
    assert AuditEntry.objects.filter(verb="created", user__username="an author").exists()


def test_it_fails_once_the_draft_does_something_else() -> None:
    talk = Talk(paying_bot())
    talk.say("hi")
    test = make_it(talk)
    assert problems(test) == ()

    write_steps(test.flow, [{**PAY_STEPS[0], "message": "Who gets it?"}, *PAY_STEPS[1:]])

    assert any("Who gets it?" in problem for problem in problems(test))


def test_it_is_of_the_version_that_the_conversation_ran_on() -> None:
    bot = paying_bot()
    talk = Talk(bot)
    talk.say("hi")
    flow = Flow.objects.get()
    write_steps(flow, [{**PAY_STEPS[0], "message": "Who gets it?"}, *PAY_STEPS[1:]])

    assert make_it(talk).script["turns"][0]["bot"] == "To whom?"


def test_a_failed_action_fails_again() -> None:
    talk = Talk(paying_bot())
    talk.say("hi")
    talk.say("nobody")
    talk.say("5")
    assert talk.press("Yes") == ["That did not work."]

    test = make_it(talk)

    assert test.script["actions"] == {"sim.pay": {"fails": "There is no such person."}}
    assert test.script["turns"][-1]["bot"] == "That did not work."
    assert problems(test) == ()


def test_no_sensitive_value_gets_into_a_test() -> None:
    talk = Talk(paying_bot(sensitive=True))
    talk.say("hi")
    talk.say("Beatrix-77")
    talk.say("5")
    talk.press("Yes")
    assert any("Beatrix-77" in line for line in talk.transcript)

    test = make_it(talk)

    assert "Beatrix" not in str(test.script)
    assert "-77" not in str(test.script)  # the moment of the conversation may well have a 77 in it
    assert problems(test) == ()
    assert test.script["turns"][1] == {
        "user": "•••",
        "commands": [{"set_slot": {"to": "Xxxxxxx-11"}}],
        "bot": "How much?",
    }


def test_neither_does_one_that_was_said_before_anybody_asked_for_it() -> None:
    talk = Talk(paying_bot(sensitive=True))
    talk.say("hi, it is for Beatrix-77")
    talk.say("Beatrix-77")
    talk.say("5")

    test = make_it(talk)

    assert "Beatrix" not in test.name + str(test.script)
    assert "Beatrix" not in str([entry.details for entry in AuditEntry.objects.all()])


def test_of_what_an_action_gave_it_holds_only_what_the_flow_keeps() -> None:
    talk = Talk(paying_bot())
    for text in ("hi", "Ana", "5"):
        talk.say(text)
    talk.press("Yes")

    assert "household" not in str(make_it(talk).script)


def test_two_sensitive_values_stay_two() -> None:
    talk = Talk(paying_bot(sensitive=True, validators=[{"name": "min_length", "arguments": {"limit": 4}}]))
    talk.say("hi")
    talk.say("Al")
    talk.say("Alma")
    talk.command({"type": "correct_slot", "slot": "to", "value": "Elsa"})
    talk.say("5")

    test = make_it(talk)

    given = [turn["commands"][0] for turn in test.script["turns"][1:4]]
    assert given == [{"set_slot": {"to": "Xx"}}, {"set_slot": {"to": "Xxxx"}}, {"correct_slot": {"to": "Yyyy"}}]
    assert problems(test) == ()


def test_two_tests_of_one_conversation_have_two_names() -> None:
    talk = Talk(paying_bot())
    talk.say("hi")
    client = author_of(talk.conversation.bot)
    for _ in range(2):
        client.post(f"{LIST}{talk.id}/make_test/")

    assert sorted(test.name for test in FlowTest.objects.all()) == ["hi", "hi (2)"]


def test_what_was_said_to_a_person_is_part_of_it() -> None:
    steps: list[dict[str, Any]] = [{"name": "person", "type": "handoff", "message": "A person comes."}]
    talk = Talk(make_bot(steps))
    talk.say("hi")
    talk.say("hello?")

    turns = make_it(talk).script["turns"]

    assert turns[0]["status"] == "handed_off"
    assert turns[1] == {"user": "hello?", "bot": [], "status": "handed_off"}


def test_a_conversation_in_which_nothing_ran() -> None:
    bot = paying_bot()
    talk = Talk(bot)
    client = author_of(bot)
    assert "Make a test of this" not in client.get(f"{LIST}{talk.id}/change/").text

    page = client.post(f"{LIST}{talk.id}/make_test/", follow=True).text

    assert "No flow has run in this conversation" in page
    assert not FlowTest.objects.exists()


def test_a_conversation_that_was_taken_over_by_hand() -> None:
    talk = Talk(paying_bot())
    talk.say("hi")
    hand_off(talk.conversation)

    assert "taken it over by hand" in refusal(talk)


def test_a_conversation_that_is_too_long_for_a_test_is_not_even_played(monkeypatch: pytest.MonkeyPatch) -> None:
    talk = Talk(paying_bot())
    talk.command(start("pay"))
    talk.say("Ana")
    monkeypatch.setattr("conversations_app.flow_tests.recording.TURNS_PER_SCRIPT", 1)
    monkeypatch.setattr("conversations_app.flow_tests.recording.Rehearsal", None)

    assert "It has 2 turns, and a test has at most 1." in refusal(talk)


def test_a_turn_that_failed() -> None:
    talk = Talk(paying_bot())
    talk.say("hi")
    Turn.objects.update(status=Turn.Status.FAILED)

    assert "has not come to its end" in refusal(talk)


def test_a_conversation_that_goes_another_way_when_it_is_played_again() -> None:
    talk = Talk(paying_bot())
    talk.say("hi")
    talk.say("Ana")
    Message.objects.filter(conversation=talk.id, slot="amount").update(slot="to")

    assert "is answered otherwise: “How much?”" in refusal(talk)


def test_only_authors_make_tests() -> None:
    talk = Talk(paying_bot())
    talk.say("hi")
    bot = talk.conversation.bot
    agent = Client()
    agent.force_login(person("agent", agent=bot))
    assert "Make a test of this" not in agent.get(f"{LIST}{talk.id}/change/").text
    assert "Make a test of this" in author_of(bot).get(f"{LIST}{talk.id}/change/").text

    assert agent.post(f"{LIST}{talk.id}/make_test/").status_code == 403
    assert not FlowTest.objects.exists()
    assert FlowRun.objects.exists()
