"""The tests of a bot's flows, in and out."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

from flows_app.exchange import ImportRefused, Source, export_bot, import_bot, publish_imported, read_bot_from
from flows_app.models import Bot, Flow, FlowTest

pytestmark = pytest.mark.django_db

BOT = """name: Porter
slug: porter
flows:
  - name: greet
    slots:
      - {name: who, type: text}
    steps:
      - name: ask
        type: collect
        slot: who
        message: Who is there?
      - {name: hello, type: say, message: "Hello, {who}!"}
"""
TESTS = """tests:
  greet:
    - name: asks first
      turns:
        - user: hi
          commands:
            - start_flow: greet
          bot: Who is there?
    - name: greets at once
      language: es
      turns:
        - user: it is Ana
          commands:
            - start_flow: greet
            - set_slot:
                who: Ana
          bot:
            - Hello, Ana!
          stack: []
"""


def load(*texts: str) -> Bot:
    sources = [Source(f"{number}.yaml", text.encode()) for number, text in enumerate(texts, start=1)]
    return import_bot(read_bot_from(sources)).bot


def names() -> list[str]:
    return [test.name for test in FlowTest.objects.all()]


def test_tests_come_in_and_go_out_as_they_are_written() -> None:
    bot = load(BOT + TESTS)
    exported = export_bot(bot)

    assert names() == ["asks first", "greets at once"]
    assert exported[exported.index("tests:") :] == TESTS.replace(
        "bot:\n            - Hello, Ana!", "bot:\n            - Hello, Ana!"
    )
    Flow.objects.all().delete()
    Bot.objects.all().delete()
    assert export_bot(load(exported)) == exported


def test_a_version_does_not_hold_tests() -> None:
    reading = read_bot_from([Source("bot.yaml", (BOT + TESTS).encode())])

    publish_imported(import_bot(reading), reading)

    (version,) = Flow.objects.get().versions.all()
    assert "tests" not in version.definition


def test_what_the_files_leave_out_stays() -> None:
    bot = load(BOT + TESTS)
    first = FlowTest.objects.order_by("pk").first()

    load(BOT)
    load("slug: porter\ntests: {}\n")
    load(BOT + TESTS)
    assert names() == ["asks first", "greets at once"]
    assert FlowTest.objects.order_by("pk").first() == first, "tests that say the same are left alone"

    load("slug: porter\ntests: {greet: []}\n")
    assert names() == []
    assert "tests" not in export_bot(bot)


def test_tests_may_be_spread_over_files_and_written_by_name() -> None:
    more = "tests:\n  greet:\n    - {name: one more, turns: [{user: hi, bot: Hm}]}\n"
    load(BOT, TESTS, more)
    assert names() == ["asks first", "greets at once", "one more"]

    load("slug: porter\ntests: {greet: {by name: {turns: [{user: hi, bot: Hm}]}}}")
    assert names() == ["by name"]


@pytest.mark.parametrize(
    ("tests", "problem"),
    [
        ("tests: {meet: []}", "1.yaml:13: “meet” is no flow of this bot, so it can't have tests."),
        ("tests:\n  greet:\n  - turns: []", "1.yaml:15: “name” is missing."),
        (
            "tests:\n  greet:\n  - {name: a, turns: [{user: a, bot: b}]}\n  - {name: a, turns: [{user: a, bot: b}]}",
            "1.yaml:16: Another test is called “a”, at 1.yaml:15.",
        ),
        (
            "tests:\n  greet:\n  - {name: a, turns: [{user: a, bto: b}]}",
            "1.yaml:15: “bto” is no key that is known here.",
        ),
        ("tests: [a]", "1.yaml:13: “tests” must be a mapping of keys to values."),
    ],
)
def test_problems_are_said_at_their_lines(tests: str, problem: str) -> None:
    with pytest.raises(ImportRefused) as refused:
        load(BOT + tests)

    assert problem in str(refused.value)
    assert not FlowTest.objects.exists()


def test_the_command_says_whose_tests_are_new(tmp_path: Path) -> None:
    path = tmp_path / "porter.yaml"
    path.write_text(BOT + TESTS)
    output = StringIO()

    call_command("import_bot", str(path), stdout=output)

    assert "Flows with new tests: greet" in output.getvalue()
