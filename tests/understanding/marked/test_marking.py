"""Which turns become examples, and what happens to those."""

from typing import Any

import pytest

from conversations_app.dialogue import CommandError
from conversations_app.models import Message, NLUExample, NLUProgram, Turn
from conversations_app.understanding.marked.marking import CannotMark, mark_turn, unmark
from conversations_app.understanding.marked.messages import marked_messages
from conversations_app.understanding.programs import store_program
from conversations_app.verbs.erasing import erase_conversation
from flows_app.exchange import export_bot
from flows_app.models import AuditEntry, Bot
from flows_app.rights import RightMissing
from tests.support.marking import START, asked_amount, make_bank, marked, set_slot, understood_turn
from tests.support.people import person
from tests.support.talking import Talk

pytestmark = pytest.mark.django_db


@pytest.fixture
def bot() -> Bot:
    return make_bank({"provider": "embedded"})


@pytest.fixture
def talk(bot: Bot) -> Talk:
    return Talk(bot)


def test_a_turn_that_went_its_way_can_be_marked(bot: Bot, talk: Talk) -> None:
    talk.say("transfer")
    ana = person("ana", author=bot)

    example = mark_turn(Turn.objects.get(), user=ana)

    assert example.text == "transfer"
    assert example.was_right
    assert example.marked_by == ana
    assert example.standing["stack"] == []
    assert AuditEntry.objects.get(verb="marked").subject == f"turn {example.turn_id} as right"


def test_the_last_word_counts(talk: Talk) -> None:
    turn = understood_turn(talk, "send 50", [{"type": "out_of_scope"}])
    mark_turn(turn)

    mark_turn(turn, [START, set_slot("amount", 50)])

    example = NLUExample.objects.get()
    assert not example.was_right
    assert example.commands == [START, set_slot("amount", 50)]


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ([set_slot("amount", "50")], [set_slot("amount", 50)]),
        ([set_slot("amount", 50)], [{"type": "correct_slot", "slot": "amount", "value": 50}]),
        ([{"type": "clarify"}], [{"type": "clarify", "flows": []}]),
        ([{"type": "clear_slot", "slot": "amount"}], [{"type": "deny", "slot": "amount"}]),
    ],
)
def test_the_same_in_other_words_was_right(talk: Talk, said: Any, meant: Any) -> None:
    assert mark_turn(understood_turn(talk, "50", said, **asked_amount()), meant).was_right


@pytest.mark.parametrize(
    ("commands", "why"),
    [
        ([{"type": "start_flow", "flow": "transfr"}], "There is no flow “transfr”. There are: hours, transfer."),
        ([set_slot("amount", 5)], "There is no slot “amount” to fill here. There are none."),
        ([START, set_slot("colour", "red")], "There are: amount, pin, recipient."),
        ([START, set_slot("pin", "1234")], "They hold the value of a sensitive slot"),
    ],
)
def test_a_meaning_that_cannot_be(talk: Talk, commands: Any, why: str) -> None:
    with pytest.raises(CannotMark, match=why):
        mark_turn(understood_turn(talk, "hm", [{"type": "chitchat"}]), commands)
    assert not NLUExample.objects.exists()


def test_a_meaning_that_is_none(talk: Talk) -> None:
    turn = understood_turn(talk, "hm", [])
    for commands in (None, [], [{"type": "dance"}], "affirm"):
        with pytest.raises(CommandError):
            mark_turn(turn, commands)


def test_what_holds_a_secret_is_no_example(talk: Talk) -> None:
    given = understood_turn(talk, "my pin is 1234, send 5", [START, set_slot("pin", "1234")])
    shown = understood_turn(talk, "1234", [{"type": "chitchat"}])
    Message.objects.filter(turn=shown).update(sensitive=True)

    for turn in (given, Turn.objects.get(pk=shown.pk)):
        with pytest.raises(CannotMark, match="sensitive slot"):
            mark_turn(turn, [{"type": "chitchat"}])


def test_so_is_a_text_that_was_answered_together_with_one(talk: Talk) -> None:
    first = understood_turn(talk, "1234", [{"type": "chitchat"}])
    second = understood_turn(talk, "hello", [{"type": "chitchat"}])
    second.first_seq = first.message.seq
    first_message = first.message
    first.delete()
    assert mark_turn(second).text == "1234\nhello"

    Message.objects.filter(pk=first_message.pk).update(sensitive=True)

    with pytest.raises(CannotMark, match="sensitive slot"):
        mark_turn(second)


def test_a_button_says_nothing_of_understanding(talk: Talk) -> None:
    talk.command(START)

    with pytest.raises(CannotMark, match="nothing to judge"):
        mark_turn(Turn.objects.get())


def test_only_who_may_write_flows_marks(bot: Bot, talk: Talk) -> None:
    turn = understood_turn(talk, "hello", [{"type": "chitchat"}])
    for outsider in (person("vera", viewer=bot), person("agnes", agent=bot), person("nobody")):
        with pytest.raises(RightMissing):
            mark_turn(turn, user=outsider)
    example = mark_turn(turn, user=person("ana", author=bot))
    with pytest.raises(RightMissing):
        unmark(example, user=person("victor", viewer=bot))


def test_examples_are_read_with_the_flows_as_they_are_now(bot: Bot, talk: Talk) -> None:
    marked(talk, "send 5", [START, set_slot("amount", 5)])
    marked(talk, "6", [set_slot("amount", 6)], **asked_amount())
    gone = marked(talk, "when?", [{"type": "start_flow", "flow": "hours"}])
    NLUExample.objects.filter(pk=gone.pk).update(commands=[{"type": "start_flow", "flow": "gone"}])

    start, answer = marked_messages(bot)

    assert start.text == "send 5"
    assert answer.context.question
    assert answer.context.question.slot
    assert answer.context.question.slot.name == "amount"
    assert answer.history[-1].text == "send 5"


def demonstrating(*texts: str) -> dict[str, Any]:
    demos = [{"message": {"text": text}, "commands": []} for text in texts]
    return {"understanding": {"predict": {"demos": demos, "signature": {"instructions": "Do."}, "lm": None}}}


def test_erasing_a_conversation_erases_its_examples_everywhere(bot: Bot, talk: Talk) -> None:
    marked(talk, "send 5 to my uncle Bob", [START])
    program = store_program(
        bot,
        optimizer="bootstrap",
        model="openai/x",
        states=demonstrating("send 5 to my uncle Bob", "hello"),
        score_before=0,
        score=1,
        trained_on=7,
        measured_on=3,
    )

    erase_conversation(talk.conversation)

    assert not NLUExample.objects.exists()
    program = NLUProgram.objects.get(pk=program.pk)
    assert program.states == demonstrating("hello")


def test_an_export_of_the_bot_has_none_of_them(bot: Bot, talk: Talk) -> None:
    marked(talk, "send 5 to my uncle Bob", [START])

    assert "uncle Bob" not in export_bot(bot)
