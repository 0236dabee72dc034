"""Marking turns, examples and programs in the console."""

from typing import Any

import pytest
from django.test import Client

from conversations_app.admin.meaning import read_meaning, written_meaning
from conversations_app.models import Message, NLUExample, NLUProgram, Turn
from conversations_app.understanding.marked.marking import mark_turn
from conversations_app.understanding.programs import store_program
from flows_app.models import AuditEntry, Bot
from tests.support.marking import START, asked_amount, make_bank, marked, set_slot, understood_turn
from tests.support.people import person
from tests.support.talking import Talk

pytestmark = pytest.mark.django_db

TURNS = "/admin/conversations_app/turn/"
EXAMPLES = "/admin/conversations_app/nluexample/"
PROGRAMS = "/admin/conversations_app/nluprogram/"
# With letters that are no hex digits: no moment and no id has it in it by chance.
SECRET = "kiwi-1234"


@pytest.fixture
def bot() -> Bot:
    return make_bank({"provider": "dspy", "model": "openai/gpt-x"})


@pytest.fixture
def talk(bot: Bot) -> Talk:
    return Talk(bot)


@pytest.fixture
def author(client: Client, bot: Bot) -> Client:
    client.force_login(person("ana", author=bot))
    return client


def run(client: Client, page: str, action: str, *rows: Any) -> str:
    posted = {"action": action, "_selected_action": [row.pk for row in rows]}
    return client.post(page, posted, follow=True).text


def add_page(turn: Turn) -> str:
    return f"{EXAMPLES}add/?turn={turn.pk}"


# Turns


def test_several_are_marked_from_the_list_and_refusals_are_told(author: Client, bot: Bot, talk: Talk) -> None:
    good = understood_turn(talk, "send 5", [START, set_slot("amount", 5)])
    secret = understood_turn(talk, f"pin {SECRET}", [START, set_slot("pin", SECRET)])
    Message.objects.filter(turn=secret).update(sensitive=True)
    talk.command(START)
    pressed = Turn.objects.latest("pk")

    page = run(author, TURNS, "understood_rightly", good, secret, pressed)

    assert "1 turn is marked as understood rightly." in page
    assert "Not marked: “•••”. It holds the value of a sensitive slot" in page
    assert "so there is nothing to judge" in page
    assert SECRET not in page
    assert NLUExample.objects.get().turn == good
    assert str(AuditEntry.objects.get(verb="marked").user) == "ana"
    assert f"{EXAMPLES}{NLUExample.objects.get().pk}/change/" in author.get(TURNS).text


def test_who_may_only_look_marks_nothing(client: Client, bot: Bot, talk: Talk) -> None:
    turn = understood_turn(talk, "send 5", [START])
    other = Bot.objects.create(name="Other", slug="other")
    client.force_login(person("both", viewer=bot, author=other))

    assert "You may not write flows of “Bank”." in run(client, TURNS, "understood_rightly", turn).replace("&quot;", '"')
    assert "Say what it means" not in client.get(f"{TURNS}{turn.pk}/change/").text
    assert client.get(add_page(turn)).status_code == 403
    assert client.post(add_page(turn), {"meaning": "affirm"}).status_code == 403
    client.force_login(person("vera", viewer=bot))
    assert "Understood rightly" not in client.get(TURNS).text
    assert not NLUExample.objects.exists()


def test_a_secret_turn_says_why_it_is_no_example(author: Client, talk: Talk) -> None:
    secret = understood_turn(talk, f"pin {SECRET}", [START, set_slot("pin", SECRET)])
    Message.objects.filter(turn=secret).update(sensitive=True)

    page = author.get(f"{TURNS}{secret.pk}/change/").text
    assert "It holds the value of a sensitive slot" in page
    assert "Say what it means" not in page
    page = author.get(add_page(secret), follow=True).text
    assert "It holds the value of a sensitive slot" in page
    assert SECRET not in page


def test_the_list_is_narrowed_to_what_is_not_marked_yet(author: Client, talk: Talk) -> None:
    marked(talk, "send 5", [START])
    mark_turn(understood_turn(talk, "hm", [{"type": "affirm"}]), [{"type": "deny"}])
    understood_turn(talk, "so what", [{"type": "chitchat"}])

    for query, shown in {"right": "send 5", "wrong": "hm", "no": "so what"}.items():
        page = author.get(f"{TURNS}?marked={query}")
        assert [turn.message.text for turn in page.context["cl"].queryset] == [shown]


# Examples


def test_a_person_says_what_it_means(author: Client, talk: Talk) -> None:
    understood_turn(talk, "send money to Ana", [START])
    turn = understood_turn(talk, "fifty", [{"type": "chitchat"}], **asked_amount())
    assert f"{add_page(turn)}" in author.get(f"{TURNS}{turn.pk}/change/").text

    page = author.get(add_page(turn)).text
    for shown in ("fifty", "send money to Ana", "“How much?”", "recipient = Ana", "- chitchat", "<b>amount</b>"):
        assert shown in page
    response = author.post(add_page(turn), {"meaning": "- set_slot: {amount: 50}\r\n"})

    assert response.status_code == 302
    example = NLUExample.objects.get()
    assert example.commands == [set_slot("amount", 50)]
    assert not example.was_right
    assert author.get(add_page(turn)).headers["Location"] == f"{EXAMPLES}{example.pk}/change/"
    listed = author.get(EXAMPLES).text
    assert "set_slot amount = 50" in listed
    assert "Add example" not in listed


@pytest.mark.parametrize(
    ("meaning", "said"),
    [
        ("- start_flow: transfr", "There is no flow “transfr”. There are: hours, transfer."),
        ("- affirm\n- set_slot: {colour: red}", "There is no slot “colour” to fill here."),
        ("- affirm\n- yep", "Line 2: “yep” is no command"),
        ("- [", "This is not YAML"),
        ("# nothing", "Write at least one command"),
        ("- set_slot: {pin: 1234}", "They hold the value of a sensitive slot"),
        ("start_flow: hours\naffirm: x", "begin each with a dash of its own"),
    ],
)
def test_mistakes_are_told_at_the_field(author: Client, talk: Talk, meaning: str, said: str) -> None:
    turn = understood_turn(talk, "fifty", [{"type": "chitchat"}], **asked_amount())

    page = author.post(add_page(turn), {"meaning": meaning})

    assert page.status_code == 200
    assert said in page.context["adminform"].form.errors["meaning"][0]
    assert not NLUExample.objects.exists()


def test_one_command_needs_no_dash_and_is_changed_later(author: Client, talk: Talk) -> None:
    turn = understood_turn(talk, "hours please", [{"type": "chitchat"}])
    author.post(add_page(turn), {"meaning": "start_flow: hours"})
    example = NLUExample.objects.get()
    page = f"{EXAMPLES}{example.pk}/change/"
    assert "- start_flow: hours" in author.get(page).text

    author.post(page, {"meaning": "- start_flow: transfer\n- set_slot: {amount: 5, recipient: Ana}"})

    example.refresh_from_db()
    assert example.commands == [START, set_slot("amount", 5), set_slot("recipient", "Ana")]
    assert author.post(f"{EXAMPLES}{example.pk}/delete/", {"post": "yes"}).status_code == 302
    assert not NLUExample.objects.exists()
    verbs = AuditEntry.objects.filter(subject__startswith=f"turn {turn.pk}").order_by("pk")
    assert list(verbs.values_list("verb", flat=True)) == ["marked", "marked", "unmarked"]


def test_examples_are_for_who_may_see_the_bot(client: Client, bot: Bot, talk: Talk) -> None:
    example = marked(talk, "send 5 to Bob", [START])
    page = f"{EXAMPLES}{example.pk}/change/"
    client.force_login(person("vera", viewer=bot))
    assert "- start_flow: transfer" in client.get(page).text
    assert "<textarea" not in client.get(page).text
    assert client.post(page, {"meaning": "affirm"}).status_code == 403
    assert client.post(f"{EXAMPLES}{example.pk}/delete/", {"post": "yes"}).status_code == 403
    client.force_login(person("stranger", author=Bot.objects.create(name="Other", slug="other")))
    assert "send 5 to Bob" not in client.get(EXAMPLES).text
    assert "send 5 to Bob" not in client.get(page, follow=True).text
    assert "Choose the turn" in client.get(add_page(example.turn), follow=True).text


def test_who_adds_from_nowhere_is_shown_the_turns(author: Client) -> None:
    for query in ("", "?turn=x", "?turn=99", f"?turn={'9' * 40}"):
        assert "Choose the turn" in author.get(f"{EXAMPLES}add/{query}", follow=True).text


@pytest.mark.parametrize(
    ("command", "written"),
    [
        ({"type": "affirm"}, "- affirm\n"),
        ({"type": "deny", "slot": "amount"}, "- deny: amount\n"),
        (set_slot("amount", 50.0), "- set_slot: {amount: 50.0}\n"),
        (set_slot("amount", "50"), '- set_slot: {amount: "50"}\n'),
        (set_slot("recipient", "no"), None),
        (set_slot("recipient", "Ana, {Luis}: #1"), None),
        (set_slot("recipient", "two\nlines"), None),
        (set_slot("recipient", ["a", "b"]), None),
        (set_slot("recipient", {"a": 1}), None),
        (set_slot("recipient", None), None),
        ({"type": "clarify", "flows": ["a", "b"]}, "- clarify: [a, b]\n"),
        ({"type": "clarify"}, "- clarify\n"),
    ],
)
def test_what_is_written_is_read_as_the_same(command: dict[str, Any], written: str | None) -> None:
    text = written_meaning([command])

    assert read_meaning(text) == [command]
    if written is not None:
        assert text.replace("- clarify:\n    - a\n    - b", "- clarify: [a, b]").replace("'", '"') == written


# Programs


def state(instructions: str, *demos: dict[str, Any]) -> dict[str, Any]:
    return {"predict": {"demos": list(demos), "signature": {"instructions": instructions}, "lm": None}}


def program(bot: Bot, instructions: str = "Be terse.", **more: Any) -> NLUProgram:
    demo = {"message": {"text": "send 5"}, "commands": [START], "stack": [], "question": {}}
    value = {"message": {"text": "send 6"}, "flow": {"name": "transfer"}, "found": [{"slot": "amount", "value": "6"}]}
    fields: dict[str, Any] = {
        "optimizer": "bootstrap",
        "model": "openai/gpt-x",
        "states": {"understanding": state(instructions, demo), "extraction": state("Find.", value)},
        "score_before": 0.5,
        "score": 0.75,
        "trained_on": 7,
        "measured_on": 3,
        **more,
    }
    return store_program(bot, **fields)


def test_a_publisher_activates_one_and_goes_back(client: Client, bot: Bot) -> None:
    first, second = program(bot), program(bot, model="openai/other")
    client.force_login(person("paula", publisher=bot))

    assert "Program 1 of “Bank” is active from the next turn on." in run(client, PROGRAMS, "activate", first)
    assert "It was made for openai/other, not for openai/gpt-x." in run(client, PROGRAMS, "activate", second)
    assert NLUProgram.objects.get(active=True) == second
    assert "Choose one program of a bot" in run(client, PROGRAMS, "activate", first, second)
    assert "uses the delivered programs" in run(client, PROGRAMS, "use_delivered", first)
    assert not NLUProgram.objects.filter(active=True).exists()
    done = AuditEntry.objects.filter(verb="activated").order_by("pk").values_list("subject", flat=True)
    assert list(done) == ["program 1", "program 2", "the delivered programs"]


def test_an_author_only_looks_at_them(author: Client, bot: Bot) -> None:
    first = program(bot)

    run(author, PROGRAMS, "activate", first)

    assert not NLUProgram.objects.filter(active=True).exists()
    page = author.get(f"{PROGRAMS}{first.pk}/change/").text
    for shown in ("Be terse.", "send 5", "start_flow transfer", "amount = 6", "50.0 % (delivered) → 75.0 %"):
        assert shown in page
    assert "1 demonstration<" in page
    assert "50 → 75 %" in author.get(PROGRAMS).text
    assert "7 + 3" in author.get(PROGRAMS).text


def test_a_right_in_one_bot_is_none_in_another(client: Client, bot: Bot) -> None:
    theirs = program(bot)
    mine = program(Bot.objects.create(name="Mine", slug="mine"))
    client.force_login(person("paula", viewer=bot, publisher=mine.bot))

    page = run(client, PROGRAMS, "activate", theirs, mine)

    assert "You may not publish flows of “Bank”." in page
    assert NLUProgram.objects.get(active=True) == mine


def test_two_are_compared_side_by_side(author: Client, bot: Bot) -> None:
    first, second = program(bot), program(bot, "Be <b>wordy</b>.", compared_with=1)
    hidden = program(Bot.objects.create(name="Other", slug="other"))

    page = run(author, PROGRAMS, "compare", first, second)

    assert "Compare program 1 and program 2" in page
    for shown in (
        "Be terse.",
        "Be &lt;b&gt;wordy&lt;/b&gt;.",
        "50.0 % (program 1) → 75.0 %",
        "The instructions are the same.",
    ):
        assert shown in page
    assert "Choose two programs to compare." in run(author, PROGRAMS, "compare", first)
    assert author.get(f"{PROGRAMS}{first.pk}/compare/{hidden.pk}/").status_code == 404


def test_the_last_word_counts_if_another_has_marked_it_meanwhile(author: Client, talk: Talk) -> None:
    turn = understood_turn(talk, "hours", [{"type": "start_flow", "flow": "hours"}])
    author.get(add_page(turn))
    mark_turn(turn)

    response = author.post(add_page(turn), {"meaning": "- chitchat"})

    assert response.status_code == 302
    assert NLUExample.objects.get().commands == [{"type": "chitchat"}]
