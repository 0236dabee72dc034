"""Texts for translators, from the editor and back into it."""

import pytest
from django.test import Client

from flows_app.drafts import document_of
from flows_app.models import Flow
from tests.editor.asking import given, save, step
from tests.support.authoring import make_flow
from tests.support.people import person

pytestmark = pytest.mark.django_db


@pytest.fixture
def flow(flow: Flow) -> Flow:
    flow.bot.languages = ["en", "es"]
    flow.bot.save()
    return flow


def test_texts_of_the_page_go_out_and_come_back_translated(ana: Client, flow: Flow) -> None:
    document = document_of(flow)
    step(document, "greeting")["message"] = "Not saved, {name}"

    sent = given(ana, "POST", flow, "export-texts", {"document": document, "language": "es"})
    assert sent["file_name"] == "greet.es.po"
    file = sent["text"].replace(
        'msgid "Not saved, {name}"\nmsgstr ""', 'msgid "Not saved, {name}"\nmsgstr "{name}: sin guardar"'
    )
    read = given(ana, "POST", flow, "import-texts", {"document": document, "text": file})

    assert (read["language"], read["taken"], read["unchanged"], read["left_out"]) == ("es", 1, 0, [])
    step(document, "greeting")["message"] = {"en": "Not saved, {name}", "es": "{name}: sin guardar"}
    assert read["document"] == document
    assert isinstance(read["findings"], list)
    flow.refresh_from_db()
    assert flow.draft_revision == 0


def test_what_does_not_fit_is_told_and_the_rest_is_taken(ana: Client, flow: Flow) -> None:
    other = make_flow(flow.bot, name="other")
    document = document_of(flow)
    file = given(ana, "POST", flow, "export-texts", {"document": document, "language": "es"})["text"]
    file = file.replace('msgid "What is your name?"\nmsgstr ""', 'msgid "What is your name?"\nmsgstr "¿Cómo se llama?"')
    file = file.replace('msgid "Hello, {name}!"\nmsgstr ""', 'msgid "Hello, {name}!"\nmsgstr "¡Hola!"')
    file += '\nmsgctxt "flow:greet/step:gone/message"\nmsgid "Gone"\nmsgstr "Ido"\n'
    file += f'\nmsgctxt "flow:{other.name}/step:greeting/message"\nmsgid "Hello, {{name}}!"\nmsgstr "Hola, {{name}}"\n'

    read = given(ana, "POST", flow, "import-texts", {"document": document, "text": file})

    assert read["taken"] == 1
    assert read["left_out"] == [
        {"place": "step greeting: Message", "sentence": "The placeholder {name} is missing in it."},
        {"place": "flow:greet/step:gone/message", "sentence": "There is no such text (any more)."},
        {"place": "", "sentence": "1 of the file’s texts belong to other flows, or to the whole bot."},
    ]
    assert step(read["document"], "ask_name")["message"] == {"en": "What is your name?", "es": "¿Cómo se llama?"}


def test_a_language_with_a_code_that_nobody_knows_goes_out_and_comes_back(ana: Client, flow: Flow) -> None:
    flow.bot.languages = ["en", "es-ESP"]
    flow.bot.save()
    document = document_of(flow)

    file = given(ana, "POST", flow, "export-texts", {"document": document, "language": "es-ESP"})["text"]
    file = file.replace('msgid "Hello, {name}!"\nmsgstr ""', 'msgid "Hello, {name}!"\nmsgstr "Hola, {name}"')
    read = given(ana, "POST", flow, "import-texts", {"document": document, "text": file})

    assert (read["language"], read["taken"], read["left_out"]) == ("es-ESP", 1, [])


def test_a_source_that_has_changed_since_it_was_published_is_fuzzy(ana: Client, flow: Flow) -> None:
    steps = [{"name": "hi", "type": "say", "message": {"en": "Hello", "es": "Hola"}}]
    saved = save(ana, flow, steps=steps, slots=[])
    given(ana, "POST", flow, "publish", {"revision": saved["revision"]})
    document = document_of(flow) | {"steps": [{**steps[0], "message": {"en": "Good evening", "es": "Hola"}}]}

    file = given(ana, "POST", flow, "export-texts", {"document": document, "language": "es"})["text"]

    assert '#, fuzzy\n#| msgid "Hello"\n' in file


@pytest.mark.parametrize(
    ("word", "body", "code"),
    [
        ("export-texts", {"language": "en"}, "language_unknown"),
        ("export-texts", {"language": "de"}, "language_unknown"),
        ("export-texts", {"language": 1}, "missing"),
        ("import-texts", {"text": "hello"}, "file_refused"),
        ("import-texts", {"text": 'msgid ""\nmsgstr "Language: en\\n"\n'}, "file_refused"),
        ("import-texts", {}, "missing"),
    ],
)
def test_what_can_not_be_done_is_refused(
    ana: Client, flow: Flow, word: str, body: dict[str, object], code: str
) -> None:
    answer = given(ana, "POST", flow, word, {"document": document_of(flow), **body}, 400)
    assert answer["code"] == code


def test_a_document_that_is_wrong_in_every_way_has_the_texts_it_has(flow: Flow) -> None:
    client = Client()
    client.force_login(person("vera", viewer=flow.bot))
    document = {"slots": 3, "steps": [{}, {"name": 1}, {"name": "a", "type": "say", "message": {"en": 3}}]}

    answer = given(client, "POST", flow, "export-texts", {"document": document, "language": "es"})

    assert "msgctxt" not in answer["text"]
