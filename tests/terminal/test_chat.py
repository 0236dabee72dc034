"""`manage.py chat`, as somebody types it, and as a script pipes into it."""

import os
import pty
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connections

from conversations_app.models import Conversation
from conversations_app.terminal import TerminalChat
from conversations_app.terminal.chat import SILENT
from conversations_app.turn import leases
from conversations_app.turn.leases import Lease
from conversations_app.turn.running import run_turns
from conversations_app.verbs.ending import end_conversation
from conversations_app.verbs.handing_over import hand_off
from conversations_app.verbs.starting import start_conversation
from flows_app.models import Bot
from tests.support.authoring import make_bot
from tests.support.pizzeria import PATH, make_pizzeria
from tests.support.processes import ROOT, environment, manage
from tests.support.waiting import wait_until

HANDOFF = {"type": "handoff"}

# In a process of its own


@pytest.fixture(scope="module")
def data_dir(tmp_path_factory: pytest.TempPathFactory) -> str:
    directory = str(tmp_path_factory.mktemp("terminal"))
    manage({"SONI_DATA_DIR": directory}, "migrate")
    manage({"SONI_DATA_DIR": directory}, "import_bot", str(PATH), "--publish")
    return directory


def started(data_dir: str, *arguments: str, stdin: int = subprocess.PIPE) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "manage.py", "chat", *arguments],
        cwd=ROOT,
        env=environment({"SONI_DATA_DIR": data_dir}),
        stdin=stdin,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def piped(data_dir: str, script: str, *arguments: str) -> list[str]:
    process = started(data_dir, "pizzeria", *arguments)
    out, err = process.communicate(script, timeout=180)
    assert (process.returncode, err) == (0, "")
    *lines, goodbye = out.splitlines()
    assert goodbye.startswith("Goodbye. The conversation is kept as ")
    return lines


@pytest.mark.processes
def test_a_script_is_piped_into_it(data_dir: str) -> None:
    assert piped(data_dir, "hi\n#2\n\n555 123\nyes, please\n") == [
        "You are talking to Pizzeria. /help says what you can type, Ctrl-D ends.",
        "Pizzeria: Welcome to the pizzeria!",
        "> hi",
        "Pizzeria: We have pizza.",
        "Pizzeria: Which size?",
        "  #1  Small",
        "  #2  Large",
        "> #2",
        "Pizzeria: Your phone number?",
        "> ",
        "> 555 123",
        "Pizzeria: Order a pizza of size Large?",
        "  #1  Yes, please",
        "  #2  Another size",
        "  #3  Never mind",
        "> yes, please",
        "Pizzeria: It is in the oven.",
    ]


@pytest.mark.processes
def test_it_speaks_other_languages_and_shows_traces_without_secrets(data_dir: str) -> None:
    lines = piped(data_dir, "hola\npequeña\n555 123\n/quit\nnever read\n", "--language", "es", "--trace")

    assert lines[1] == "Pizzeria: ¡Bienvenido a la pizzería!"
    assert lines[2:] == [
        "> hola",
        "Pizzeria: We have pizza.",
        "Pizzeria: ¿Qué tamaño?",
        "  #1  Pequeña",
        "  #2  Grande",
        "  · understood by answers: out_of_scope",
        "  · stack: order@1 ask_size",
        "> pequeña",
        "Pizzeria: Your phone number?",
        '  · understood by option: set_slot slot="size", value="S"',
        "  · stack: order@1 ask_phone",
        '  · slots of order: size="S"',
        "> 555 123",
        "Pizzeria: Order a pizza of size Pequeña?",
        "  #1  Yes, please",
        "  #2  Another size",
        "  #3  Never mind",
        '  · understood by answers: set_slot slot="phone", value="•••"',
        "  · stack: order@1 sure",
        '  · slots of order: size="S", phone="•••"',
        "> /quit",
    ]


@pytest.mark.processes
def test_ctrl_c_ends_it_politely(data_dir: str) -> None:
    process = started(data_dir, "pizzeria")
    assert process.stdout is not None
    assert process.stdout.readline().startswith("You are talking to Pizzeria.")
    assert process.stdout.readline() == "Pizzeria: Welcome to the pizzeria!\n"

    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=180)

    assert (process.returncode, err) == (0, "")
    assert out.splitlines()[-1].startswith("Goodbye.")


@pytest.mark.processes
def test_ctrl_d_at_a_keyboard_ends_it_politely(data_dir: str) -> None:
    keyboard, terminal = pty.openpty()
    process = started(data_dir, "pizzeria", stdin=terminal)
    os.close(terminal)

    os.write(keyboard, b"hi\n#2\n\x04")
    out, err = process.communicate(timeout=180)
    os.close(keyboard)

    assert (process.returncode, err) == (0, "")
    assert "Pizzeria: Your phone number?" in out
    assert out.splitlines()[-1].startswith("Goodbye.")


@pytest.mark.processes
def test_a_database_that_is_not_there_is_said_plainly(tmp_path: Path) -> None:
    process = started(str(tmp_path), "pizzeria")
    _, err = process.communicate("", timeout=180)

    assert process.returncode != 0
    assert "The database is not ready" in err
    assert "Traceback" not in err


# In this process


class Typed:
    """A chat in this process. Before a line is read, something may happen."""

    def __init__(self, bot: Bot | None = None) -> None:
        self.conversation = start_conversation(bot or make_pizzeria())
        self.written: list[str] = []
        self._chat = TerminalChat(self.conversation, self.written.append)

    def talk(self, lines: Iterator[str] | list[str]) -> list[str]:
        self._chat.talk(lines)
        return self.written


@pytest.mark.django_db
def test_an_unknown_bot_or_language_is_said_plainly() -> None:
    with pytest.raises(CommandError, match=r"There is no bot “nobody”. There are none so far."):
        call_command("chat", "nobody")
    make_pizzeria()
    with pytest.raises(CommandError, match=r"There is no bot “nobody”. There are: pizzeria."):
        call_command("chat", "nobody")
    with pytest.raises(CommandError, match=r"“../etc” is no language code"):
        call_command("chat", "pizzeria", "--language", "../etc")


@pytest.mark.django_db(transaction=True)
def test_a_turn_that_another_worker_has_taken_is_waited_for() -> None:
    typed = Typed()
    held = leases.acquire(typed.conversation.pk)
    assert held is not None
    elsewhere = threading.Thread(target=_answer_elsewhere, args=[held])
    elsewhere.start()

    written = typed.talk(["hi"])
    elsewhere.join()

    assert written == [
        "Pizzeria: Welcome to the pizzeria!",
        "Pizzeria: We have pizza.",
        "Pizzeria: Which size?",
        "  #1  Small",
        "  #2  Large",
    ]


def _answer_elsewhere(held: Lease) -> None:
    """A worker that has the conversation, and answers when the message is there."""
    conversation = Conversation.objects.filter(pk=held.conversation_id)
    wait_until(lambda: conversation.filter(last_inbound_seq__gt=0).exists(), "something is said")
    time.sleep(0.3)
    conversation.update(lease_expires_at=None)
    run_turns(held.conversation_id)
    connections.close_all()


@pytest.mark.django_db
def test_numbers_belong_to_what_was_said_last() -> None:
    typed = Typed()

    typed.talk(["hi", "#2", "#2", "#9"])

    said = [*typed.conversation.messages.filter(role="user").values_list("text", flat=True)]
    assert said == ["hi", "Large", "#2", "#9"]


@pytest.mark.django_db
def test_a_plain_number_picks_what_the_last_message_offers() -> None:
    typed = Typed()

    typed.talk(["hi", "2"])

    said = [*typed.conversation.messages.filter(role="user").values_list("text", flat=True)]
    assert said == ["hi", "Large"]


@pytest.mark.django_db
def test_a_plain_number_answers_the_question_whatever_is_offered_beside_it() -> None:
    offers = [{"label": "Cancel", "command": {"type": "cancel_flow"}}, {"label": "A person", "command": HANDOFF}]
    steps: list[dict[str, Any]] = [
        {"name": "help", "type": "say", "message": "Or do you want:", "options": offers},
        {"name": "ask", "type": "collect", "slot": "count", "message": "How many?"},
        {"name": "done", "type": "say", "message": "So {count}."},
    ]
    bot = make_bot(steps, slots=({"name": "count", "type": "integer"},))

    assert Typed(bot).talk(["hi", "2"])[-1] == "Test bot: So 2."
    assert Typed(bot).talk(["hi", "#2"])[-1] == SILENT
    assert Typed(bot).talk(["hi", "a person"])[-1] == SILENT


@pytest.mark.django_db
def test_what_is_said_does_not_command_the_terminal() -> None:
    written = Typed(make_bot()).talk(["hi", "\x1b[2JAna\x07\x9b31m\rof\tBath"])

    assert written[-1] == "Test bot: Hello, [2JAna31mof\tBath!"


@pytest.mark.django_db
def test_who_has_the_conversation_and_that_it_is_closed_is_said() -> None:
    typed = Typed()

    def lines() -> Iterator[str]:
        yield "hi"
        hand_off(typed.conversation)
        yield "anybody?"
        end_conversation(typed.conversation)
        yield "hello?"
        raise AssertionError("nothing more is read")

    written = typed.talk(lines())

    assert written[-4:] == [
        "Pizzeria: I'm handing you over to a person. They will answer here.",
        "— A person has this conversation: the bot takes note, and says nothing. —",
        "Pizzeria: Goodbye!",
        "— This conversation is closed. —",
    ]
