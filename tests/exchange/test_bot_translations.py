"""The texts of a whole bot, by the commands."""

from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from flows_app.drafts import document_of
from flows_app.drafts.reading import slot_as_written
from flows_app.models import AuditEntry, Bot
from tests.support.authoring import make_bot
from tests.support.people import person

pytestmark = pytest.mark.django_db


@pytest.fixture
def bot() -> Bot:
    bot = make_bot()
    bot.languages = ["en", "es"]
    bot.save()
    bot.slots.create(name="tone", type="text", position=10, data={"prompt": "Which tone?", "sensitive": True})
    return bot


def exported(language: str = "es") -> str:
    out = StringIO()
    call_command("export_texts", "test-bot", language=language, stdout=out)
    return out.getvalue()


def imported(path: Path, **options: Any) -> str:
    out = StringIO()
    call_command("import_texts", "test-bot", path, stdout=out, **options)
    return out.getvalue()


def test_translations_go_into_drafts_and_bot_wide_slots(bot: Bot, tmp_path: Path) -> None:
    text = exported()
    for source, translation in (("Which tone?", "¿Qué tono?"), ("Hello, {name}!", "¡Hola, {name}!"), ("What is", "")):
        text = text.replace(f'msgid "{source}"\nmsgstr ""', f'msgid "{source}"\nmsgstr "{translation}"')
    file = tmp_path / "es.po"
    file.write_text(text + '\nmsgctxt "slot:gone/prompt"\nmsgid "Gone?"\nmsgstr "¿Ido?"\n')

    said = imported(file, user=person("ana", author=bot).username)

    assert "Not taken: slot:gone/prompt: There is no such text (any more)." in said
    assert "Took 2 translations into “es”; 0 were there already, 1 were not taken." in said
    flow = bot.flows.get()
    assert document_of(flow)["steps"][1]["message"] == {"en": "Hello, {name}!", "es": "¡Hola, {name}!"}
    assert flow.draft_saved_by is not None
    assert flow.draft_saved_by.username == "ana"
    assert flow.snapshots.get().document["steps"][1]["message"] == "Hello, {name}!"
    assert slot_as_written(bot.slots.get()) == {
        "name": "tone",
        "type": "text",
        "prompt": {"en": "Which tone?", "es": "¿Qué tono?"},
        "sensitive": True,
    }
    assert AuditEntry.objects.filter(verb="imported").get().details == {
        "language": "es",
        "flows": ["greet"],
        "slots": ["tone"],
    }
    revision = flow.draft_revision
    assert "Took 0 translations into “es”; 2 were there already" in imported(file)
    flow.refresh_from_db()
    assert flow.draft_revision == revision


def test_a_language_with_a_code_that_nobody_knows_goes_out_and_comes_back(bot: Bot, tmp_path: Path) -> None:
    bot.languages = ["en", "es", "es-ESP"]
    bot.save()
    text = exported("es-ESP").replace('msgid "Which tone?"\nmsgstr ""', 'msgid "Which tone?"\nmsgstr "¿Qué tono?"')
    (tmp_path / "es.po").write_text(text)

    assert "Took 1 translations into “es-ESP”" in imported(tmp_path / "es.po")
    assert slot_as_written(bot.slots.get())["prompt"] == {"en": "Which tone?", "es-ESP": "¿Qué tono?"}


def test_what_stands_twice_or_has_plural_forms_is_told(bot: Bot, tmp_path: Path) -> None:
    tone = '\nmsgctxt "slot:tone/prompt"\nmsgid "Which tone?"\n'
    hello = '\nmsgctxt "flow:greet/step:greeting/message"\nmsgid "Hello, {name}!"\n'
    plural = 'msgid_plural "Hello, all!"\nmsgstr[0] "Hola, {name}"\nmsgstr[1] "Hola, todos"\n'
    header = 'msgid ""\nmsgstr "Language: es\\n"\n'
    (tmp_path / "es.po").write_text(f'{header}{tone}msgstr "¿Uno?"\n{tone}msgstr "¿Otro?"\n{hello}{plural}')

    said = imported(tmp_path / "es.po")

    assert "Not taken: slot:tone/prompt: The file translates this text twice" in said
    assert "Not taken: flow:greet/step:greeting/message: It has plural forms" in said
    assert "Took 1 translations into “es”; 0 were there already, 2 were not taken." in said


def test_a_file_is_written_where_it_is_wanted(bot: Bot, tmp_path: Path) -> None:
    call_command("export_texts", "test-bot", language="es", output=tmp_path / "es.po", stdout=StringIO())
    assert 'msgctxt "flow:greet/step:greeting/message"' in (tmp_path / "es.po").read_text()


def test_what_can_not_be_done_is_told(bot: Bot, tmp_path: Path) -> None:
    (tmp_path / "no.po").write_text("hello")
    (tmp_path / "latin.po").write_bytes('msgid "é"'.encode("latin-1"))
    (tmp_path / "es.po").write_text(exported())
    for told, command, arguments, options in (
        ("no bot", "export_texts", ["nobody"], {"language": "es"}),
        ("into es, not into “de”", "export_texts", ["test-bot"], {"language": "de"}),
        ("can't be written", "export_texts", ["test-bot"], {"language": "es", "output": tmp_path / "no" / "es.po"}),
        ("no bot", "import_texts", ["nobody", tmp_path / "es.po"], {}),
        ("no PO file", "import_texts", ["test-bot", tmp_path / "no.po"], {}),
        ("not in UTF-8", "import_texts", ["test-bot", tmp_path / "latin.po"], {}),
        ("can't be read", "import_texts", ["test-bot", tmp_path / "gone.po"], {}),
        ("nobody called", "import_texts", ["test-bot", tmp_path / "es.po"], {"user": "nobody"}),
    ):
        with pytest.raises(CommandError, match=told):
            call_command(command, *arguments, stdout=StringIO(), **options)


def test_who_may_not_write_may_not_import(bot: Bot, tmp_path: Path) -> None:
    (tmp_path / "es.po").write_text(exported())
    person("vera", viewer=bot)
    with pytest.raises(CommandError):
        imported(tmp_path / "es.po", user="vera")
