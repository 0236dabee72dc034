"""import_bot and export_bot as an operator runs them."""

import threading
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError, connections, transaction

from flows_app.audit import record
from flows_app.drafts import lock_draft
from flows_app.exchange import export_bot
from flows_app.models import AuditEntry, Bot, Flow, FlowVersion
from flows_app.registry import action, registry

pytestmark = pytest.mark.django_db

BOT = """\
name: Shop
slug: shop
languages: [en, es]
default_flow: greet
settings:
  public: true
  double_texting: merge
slots:
  customer:
    description: Who is talking
flows:
  greet:
    triggers: [hi, hello]
    slots:
      colour: {type: choice, choices: [{value: red}, {value: no}]}
    steps:
      - {name: ask, type: collect, slot: customer, message: Who are you?}
      - {name: pick, type: collect, slot: colour, message: Which colour?}
      - {name: hello, type: say, message: "Hello, {customer}!"}
"""
BYE = """\
flows:
  - name: bye
    steps:
      - {name: wave, type: say, message: Bye!}
"""


def import_text(tmp_path: Path, *texts: str, **options: object) -> str:
    """Each text is a file of the directory that is imported; gives what the command prints."""
    folder = tmp_path / "bot"
    folder.mkdir(exist_ok=True)
    for old in folder.iterdir():
        old.unlink()
    for number, text in enumerate(texts):
        (folder / f"{number}.yaml").write_text(text)
    out = StringIO()
    call_command("import_bot", folder, stdout=out, **options)
    return out.getvalue().replace(f"{folder}/", "")


def refusal(tmp_path: Path, *texts: str, **options: object) -> list[str]:
    with pytest.raises(CommandError) as refused:
        import_text(tmp_path, *texts, **options)
    assert refused.value.returncode == 1
    return str(refused.value).replace(f"{tmp_path / 'bot'}/", "").splitlines()


def test_a_bot_is_created_with_its_flows(tmp_path: Path) -> None:
    printed = import_text(tmp_path, BOT)

    bot = Bot.objects.get(slug="shop")
    assert (bot.name, bot.languages, bot.public, bot.settings) == (
        "Shop",
        ["en", "es"],
        True,
        {"double_texting": "merge"},
    )
    assert bot.default_flow == bot.flows.get(name="greet")
    assert [slot.name for slot in bot.slots.all()] == ["customer"]
    assert [step.name for step in bot.flows.get().steps.all()] == ["ask", "pick", "hello"]
    assert bot.flows.get().slots.get().data["choices"] == [{"value": "red"}, {"value": "no"}]
    assert "Created the bot “Shop” (shop)." in printed
    assert "New flows: greet" in printed
    assert AuditEntry.objects.get().verb == "imported"
    assert not FlowVersion.objects.exists()


def test_a_single_file_is_read_too(tmp_path: Path) -> None:
    (tmp_path / "shop.yaml").write_text(BOT)

    call_command("import_bot", str(tmp_path / "shop.yaml"), stdout=StringIO())

    assert Flow.objects.get().name == "greet"


def test_files_and_documents_are_merged_in_order(tmp_path: Path) -> None:
    more = "slots: [{name: city}]\nsettings: {retention_days: 30}\n---\nname: Shop\n" + BYE

    import_text(tmp_path, BOT, more)

    bot = Bot.objects.get()
    assert sorted(bot.flows.values_list("name", flat=True)) == ["bye", "greet"]
    assert [slot.name for slot in bot.slots.all()] == ["customer", "city"]
    assert bot.settings == {"double_texting": "merge", "retention_days": 30}


def test_files_that_contradict_each_other_are_refused(tmp_path: Path) -> None:
    other = "name: Store\nsettings: {public: false}\nflows:\n  greet: {steps: []}\nslots: {customer: {type: email}}\n"

    problems = refusal(tmp_path, BOT, other)

    assert [problem.replace(str(tmp_path / "bot") + "/", "") for problem in problems] == [
        "1.yaml:1: “name” is written differently at 0.yaml:1.",
        "1.yaml:2: “public” is written differently at 0.yaml:6.",
        "1.yaml:4: “greet” is written differently at 0.yaml:12.",
        "1.yaml:5: “customer” is written differently at 0.yaml:9.",
        "Nothing was imported: 4 problems.",
    ]
    assert not Bot.objects.exists()


def test_the_same_name_in_two_lists_is_refused(tmp_path: Path) -> None:
    problems = refusal(tmp_path, BOT, BYE, BYE.replace("Bye!", "Good bye!"))

    assert problems[0] == "2.yaml:2: Another flow is called “bye”, at 1.yaml:2."


def test_all_problems_come_at_once_with_their_lines(tmp_path: Path) -> None:
    broken = """\
name: 5
slug: shop
colour: red
default_flow: Greet me
slots:
  - name: a
  - name: a
  - {name: pick, type: choice}
flows:
  - name: one
    bot_slots: []
    steps:
      - name: hello
        type: say
        message: 5
      - name: hello
        type: dance
      - type: branch
        name: fork
        cases:
          - value: 1
            steps:
              - name: inner
                type: say
                mesage: x
                options:
                  - label: {en: 1}
"""

    problems = refusal(tmp_path, broken)

    assert problems == [
        "0.yaml:1: “name” must be a text; put it in quotes.",
        "0.yaml:3: “colour” is no key that is known here.",
        "0.yaml:4: “Greet me” is not a name: use small letters, digits and underscores, and begin with a letter.",
        "0.yaml:7: Another slot is called “a”, at 0.yaml:6.",
        "0.yaml:8: Number 3 of “slots”: A choice slot needs choices.",
        "0.yaml:11: A flow's bot_slots come from the bot's slots; leave them out.",
        "0.yaml:15: “message” must be a text (a number in quotes), a list of texts, or one of these for each language.",
        "0.yaml:16: Another step is called “hello”, at 0.yaml:13.",
        "0.yaml:16: “dance” is no type that is known here; there are say, collect, confirm, action, set, branch, "
        "while, call, link, generate, handoff.",
        "0.yaml:23: “message” is missing.",
        "0.yaml:25: “mesage” is no key that is known here.",
        "0.yaml:27: “en” must be a text (a number in quotes), a list of texts, or one of these for each language.",
        "Nothing was imported: 12 problems.",
    ]


def test_steps_nested_too_deep_are_refused(tmp_path: Path) -> None:
    step = "{name: s, type: say, message: x}"
    for number in range(51):
        step = f"{{name: w{number}, type: while, condition: 'true', steps: [{step}]}}"

    problems = refusal(tmp_path, f"name: A\nslug: a\nflows:\n  f:\n    steps: [{step}]\n")

    assert problems[0] == "0.yaml:5: Steps are nested more than 50 deep; use a flow of its own."


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "0.yaml:1: There is nothing in it."),
        ("- a\n- b\n", "0.yaml:1: A bot is a mapping: begin with keys such as name, slots and flows."),
        (BYE, "0.yaml:1: “name” is missing."),
        ("name: A\nslug: a\nflows: nothing\n", "0.yaml:3: “flows” must be a list."),
        ("name: A\nslug: a\nflows: {b: {name: c}}\n", "0.yaml:3: The name is “b” already, by the key at 0.yaml:3."),
        (
            "name: A\nslug: a\nsettings: {starters: [{label: Hi, flow: b}]}\n",
            "0.yaml:3: “b” is no flow of this bot, so no starter can start it.",
        ),
        ("name: A\nslug: a\ndefault_flow: b\n", "0.yaml:3: “b” is no flow of this bot, so it can't be the default."),
        ("name: A\nslug: a\nb: *c\n", "0.yaml:3: “*c” is an alias; write it out: aliases are not read."),
    ],
)
def test_what_is_no_bot_is_refused(tmp_path: Path, text: str, problem: str) -> None:
    assert refusal(tmp_path, text)[0] == problem
    assert not Bot.objects.exists()


def test_a_path_that_leads_nowhere_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="No such file"):
        call_command("import_bot", tmp_path / "nothing.yaml")
    with pytest.raises(CommandError, match=r"no \.yaml or \.yml file"):
        call_command("import_bot", tmp_path)


def test_nothing_changes_if_the_last_part_fails(tmp_path: Path) -> None:
    import_text(tmp_path, BOT)
    before = export_bot(Bot.objects.get())

    refusal(tmp_path, BOT.replace("default_flow: greet", "default_flow: nobody").replace("Hello,", "Hi,"), BYE)

    assert export_bot(Bot.objects.get()) == before


def test_an_existing_bot_gets_new_drafts_and_keeps_its_other_flows(tmp_path: Path) -> None:
    import_text(tmp_path, BOT, BYE)
    revision = Flow.objects.get(name="greet").draft_revision

    printed = import_text(tmp_path, BOT.replace("Hello, {customer}", "Hi, {customer}").replace("merge", "reject"))

    bot = Bot.objects.get()
    greet = bot.flows.get(name="greet")
    assert greet.steps.get(name="hello").data == {"message": "Hi, {customer}!"}
    assert greet.draft_revision == revision + 1
    assert bot.settings == {"double_texting": "reject"}
    assert bot.flows.filter(name="bye").exists()
    assert "Flows with a new draft: greet" in printed
    assert "Other flows of the bot, left untouched: bye" in printed


def test_a_draft_that_is_replaced_is_kept_first(tmp_path: Path) -> None:
    import_text(tmp_path, BOT)
    flow = Flow.objects.get(name="greet")
    flow.steps.filter(name="hello").update(data={"message": "Somebody is just writing this"})

    import_text(tmp_path, BOT)
    import_text(tmp_path, BOT)

    (kept,) = flow.snapshots.all()
    assert kept.document["steps"][-1]["message"] == "Somebody is just writing this"
    assert kept.reason == "before the bot was imported"


@pytest.mark.django_db(transaction=True)
def test_an_import_and_an_author_who_saves_do_not_wait_for_each_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import_text(tmp_path, BOT)
    flow = Flow.objects.get(name="greet")
    draft_is_locked, bot_is_locked = threading.Event(), threading.Event()
    failed: list[Exception] = []

    def save() -> None:
        try:
            with transaction.atomic():
                locked = lock_draft(flow.pk)
                draft_is_locked.set()
                # On SQLite the import does not begin before this ends.
                bot_is_locked.wait(2)
                record(None, locked.bot, "saved", locked)
        except OperationalError as deadlock:
            failed.append(deadlock)
        finally:
            connections.close_all()

    def lock_after_the_bot(flow_id: int) -> Flow:
        bot_is_locked.set()
        return lock_draft(flow_id)

    monkeypatch.setattr("flows_app.exchange.importing.lock_draft", lock_after_the_bot)
    author = threading.Thread(target=save)
    author.start()
    draft_is_locked.wait()
    import_text(tmp_path, BOT.replace("Hello, {customer}", "Hi, {customer}"))
    author.join()

    assert failed == []
    assert flow.steps.get(name="hello").data == {"message": "Hi, {customer}!"}


def test_what_a_file_does_not_speak_of_stays(tmp_path: Path) -> None:
    import_text(tmp_path, BOT)

    printed = import_text(tmp_path, BYE, bot="shop")

    bot = Bot.objects.get()
    assert (bot.name, bot.languages, bot.public) == ("Shop", ["en", "es"], True)
    assert [slot.name for slot in bot.slots.all()] == ["customer"]
    assert bot.default_flow is not None
    assert bot.default_flow.name == "greet"
    assert "Not mentioned, so left as they are: languages, settings, slots, default_flow" in printed


def test_what_a_file_empties_is_emptied(tmp_path: Path) -> None:
    import_text(tmp_path, BOT)

    import_text(tmp_path, "slots: []\nsettings: {}\ndefault_flow: null\n", bot="shop")

    bot = Bot.objects.get()
    assert (bot.slots.count(), bot.public, bot.settings, bot.default_flow) == (0, False, {}, None)


def test_an_equal_draft_is_left_alone(tmp_path: Path) -> None:
    import_text(tmp_path, BOT)
    revision = Flow.objects.get().draft_revision

    printed = import_text(tmp_path, BOT)

    assert Flow.objects.get().draft_revision == revision
    assert "Flows that say the same already: greet" in printed


def test_the_slug_can_be_chosen(tmp_path: Path) -> None:
    import_text(tmp_path, BOT, bot="other-shop")

    assert Bot.objects.get().slug == "other-shop"


def test_publishing_says_what_was_published_and_what_was_not(tmp_path: Path) -> None:
    calling = "name: A\nslug: a\nflows:\n  a_first: {steps: [{name: go, type: call, flow: z_last}]}\n"
    calling += "  m_broken:\n    steps:\n      - name: pay\n        type: action\n        call: nobody.knows\n"
    calling += "  z_last: {steps: [{name: wave, type: say, message: Bye!}]}\n"

    printed = import_text(tmp_path, calling, publish=True)

    assert "Published: a_first v1, z_last v1" in printed
    assert "Not published: m_broken\n  0.yaml:9: step “pay”: No action is called “nobody.knows”" in printed
    assert Flow.objects.get(name="m_broken").steps.get().data == {"call": "nobody.knows"}

    again = import_text(tmp_path, calling, publish=True)
    assert "Unchanged since the last version: a_first, z_last" in again
    assert FlowVersion.objects.count() == 2


def test_a_registered_action_lets_the_flow_be_published(tmp_path: Path) -> None:
    text = "name: A\nslug: a\nflows: {pay: {steps: [{name: pay, type: action, call: bank.pay}]}}\n"

    with registry.changed_for_a_while():
        action("bank.pay")(lambda: {})
        printed = import_text(tmp_path, text, publish=True)

    assert "Published: pay v1" in printed


def test_the_example_in_the_documentation_works(tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "yaml.md").read_text()
    example = page.partition("```yaml\n")[2].partition("```")[0]

    with registry.changed_for_a_while():
        action("shop.order", outputs=["number"])(lambda: {})
        printed = import_text(tmp_path, example, publish=True)

    assert "Published: order v1" in printed


def test_export_writes_a_file_that_import_reads(tmp_path: Path) -> None:
    import_text(tmp_path, BOT, BYE)
    printed, exported = StringIO(), tmp_path / "shop.yaml"

    call_command("export_bot", "shop", stdout=printed)
    call_command("export_bot", "shop", output=exported, stdout=StringIO())

    assert exported.read_text() == printed.getvalue()
    call_command("import_bot", exported, bot="copy", stdout=StringIO())
    assert export_bot(Bot.objects.get(slug="copy")) == printed.getvalue().replace("slug: shop", "slug: copy")


def test_export_says_what_it_cannot_do(tmp_path: Path) -> None:
    Bot.objects.create(name="A", slug="a")

    with pytest.raises(CommandError, match="There is no bot “nobody”"):
        call_command("export_bot", "nobody")
    with pytest.raises(CommandError, match="can't be written"):
        call_command("export_bot", "a", output=tmp_path / "no" / "such" / "folder.yaml")


def test_a_shared_slot_that_an_import_changes_is_a_change_of_the_drafts_that_use_it(tmp_path: Path) -> None:
    bot = "name: A\nslug: a\nslots: [{name: who}]\nflows:\n"
    bot += "  uses: {steps: [{name: hi, type: say, message: 'Hi {who}'}]}\n"
    bot += "  other: {steps: [{name: bye, type: say, message: Bye}]}\n"
    import_text(tmp_path, bot)
    revisions = dict(Flow.objects.values_list("name", "draft_revision"))

    import_text(tmp_path, "name: A\nslug: a\nslots: [{name: who, description: Who it is}]\n")

    changed = dict(Flow.objects.values_list("name", "draft_revision"))
    assert changed == {"uses": revisions["uses"] + 1, "other": revisions["other"]}
