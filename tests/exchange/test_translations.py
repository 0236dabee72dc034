"""Texts as PO files and back."""

import shutil
import subprocess
from contextlib import suppress
from copy import deepcopy
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flows_app.exchange.translations.fitting import LeftOut, fit, unknown
from flows_app.exchange.translations.messages import flow_prefix, messages_of
from flows_app.exchange.translations.po import TranslationsRefused, as_po, read_po
from flows_app.flow_language.base import LANGUAGE_PATTERN
from tests.support.properties import examples

NOW = datetime(2026, 11, 18, 12, tzinfo=UTC)
MSGFMT = shutil.which("msgfmt")
FLOW = flow_prefix("rooms")
DOCUMENT: dict[str, Any] = {
    "name": "rooms",
    "slots": [
        {
            "name": "room",
            "type": "choice",
            "prompt": {"en": "Which room?", "es": "¿Qué habitación?"},
            "choices": [{"value": "twin"}, {"value": "suite", "label": "The “suite”"}],
        }
    ],
    "steps": [
        {"name": "hello", "type": "say", "message": ["Good day, {name}!", 'Hello,\n"{name}" \\o/']},
        {
            "name": "ask",
            "type": "collect",
            "slot": "room",
            "options": [{"label": "20% off", "command": {"type": "affirm"}}, {"label": "Twin", "value": "twin"}],
        },
        {
            "name": "choose",
            "type": "branch",
            "cases": [{"when": "true", "steps": [{"name": "inside", "type": "say", "message": {"es": "Dentro"}}]}],
        },
        {"name": "echo", "type": "say", "message": "{room}"},
    ],
}


def po(document: dict[str, Any], language: str = "es", main: str = "en", **more: Any) -> str:
    return as_po(messages_of(document, language, main, FLOW), language, title="rooms", now=NOW, **more)


def put(text: str, document: dict[str, Any] = DOCUMENT, main: str = "en") -> Any:
    return fit(document, read_po(text, ["es", "pt-BR"]), main, FLOW)


def translated(text: str, source: str, translation: str) -> str:
    before = f'msgid "{source}"\nmsgstr ""\n'
    assert before in text
    return text.replace(before, f'msgid "{source}"\nmsgstr "{translation}"\n')


def test_places_are_named_by_what_outlives_edits() -> None:
    found = {
        message.context: (message.source, message.translation) for message in messages_of(DOCUMENT, "es", "en", FLOW)
    }

    assert found == {
        "flow:rooms/step:hello/message": ("Good day, {name}!", ""),
        "flow:rooms/step:hello/message#2": ('Hello,\n"{name}" \\o/', ""),
        "flow:rooms/step:ask/options/1": ("20% off", ""),
        "flow:rooms/step:ask/options/twin": ("Twin", ""),
        "flow:rooms/slot:room/choices/twin": ("twin", ""),
        "flow:rooms/slot:room/choices/suite": ("The “suite”", ""),
        "flow:rooms/slot:room/prompt": ("Which room?", "¿Qué habitación?"),
    }
    back = messages_of(DOCUMENT, "en", "es")
    assert ("step:choose/x", "") not in [(message.context, "") for message in back]
    assert [(message.source, message.translation) for message in back if "inside" in message.context] == [
        ("Dentro", "")
    ]


def test_what_was_exported_is_there_already() -> None:
    fitted = put(po(DOCUMENT))

    assert (fitted.document, fitted.taken, fitted.unchanged, fitted.left_out) == (DOCUMENT, 0, 1, [])


def test_translations_are_put_in_and_nothing_else_changes() -> None:
    before = deepcopy(DOCUMENT)
    text = translated(po(DOCUMENT), "Good day, {name}!", "¡Buenos días, {name}!")
    text = translated(text, "twin", "dos camas")
    text = translated(text, "20% off", "20% de descuento")

    fitted = put(text)

    assert before == DOCUMENT
    assert (fitted.taken, fitted.unchanged, fitted.left_out) == (3, 1, [])
    expected = deepcopy(DOCUMENT)
    expected["steps"][0]["message"] = {"en": DOCUMENT["steps"][0]["message"], "es": "¡Buenos días, {name}!"}
    expected["steps"][1]["options"][0]["label"] = {"en": "20% off", "es": "20% de descuento"}
    expected["slots"][0]["choices"][0]["label"] = {"en": "twin", "es": "dos camas"}
    assert fitted.document == expected


def test_wordings_keep_their_numbers() -> None:
    steps = [{"name": "hello", "type": "say", "message": {"en": ["One", "Two"], "es": ["Uno", "Dos", "Tres"]}}]
    text = po({"steps": steps}).replace('"Dos"', '"dos"').replace('msgstr "Uno"', 'msgstr ""')

    fitted = put(text, {"steps": steps})

    assert (fitted.taken, fitted.unchanged) == (1, 1)
    assert fitted.document["steps"][0]["message"]["es"] == ["Uno", "dos", "Tres"]


@pytest.mark.parametrize(
    ("source", "translation", "sentence"),
    [
        ("Good day, {name}!", "¡Buenos días!", "The placeholder {name} is missing in it."),
        (
            "Good day, {name}!",
            "¡Hola, {nombre}!",
            "The placeholder {name} is missing in it, {nombre} is not in the text.",
        ),
        ("Twin", "Dos {", "A single '{' opens or closes no placeholder; write it twice to show it."),
        ("Twin", "x" * 4001, "It has more than 4,000 characters."),
        ("Twin", b"a\\u0000".decode("unicode_escape"), "It holds characters that are no text."),
    ],
)
def test_what_would_break_a_text_is_left_out(source: str, translation: str, sentence: str) -> None:
    fitted = put(translated(po(DOCUMENT), source, translation))

    assert [problem.sentence for problem in fitted.left_out] == [sentence]
    assert (fitted.document, fitted.taken) == (DOCUMENT, 0)


def test_a_source_that_has_changed_since_and_a_place_that_is_gone() -> None:
    text = translated(po(DOCUMENT), "Twin", "Dos camas")
    text = translated(text, "20% off", "Rebajas")
    changed = deepcopy(DOCUMENT)
    changed["steps"][1]["options"] = [{"label": "Two beds", "value": "twin"}]

    fitted = put(text, changed)

    assert fitted.document == changed
    assert fitted.left_out == [
        LeftOut(
            "flow:rooms/step:ask/options/twin",
            "The text has changed since: it is “Two beds” now.",
            "step ask: Quick replies twin",
        )
    ]
    left = unknown(read_po(text, ["es"]), fitted.known)
    assert left == [LeftOut("flow:rooms/step:ask/options/1", "There is no such text (any more).")]


HEADER = 'msgid ""\nmsgstr "Language: es\\n"\n'
TWIN = 'msgctxt "flow:rooms/step:ask/options/twin"\nmsgid "Twin"\n'
PLURAL = 'msgctxt "flow:rooms/step:{}"\nmsgid "Twin"\nmsgid_plural "Twins"\nmsgstr[0] ""\nmsgstr[1] "Dos camas"\n'


def entries(*written: str) -> str:
    return "\n".join((HEADER, *written))


@pytest.mark.parametrize("second", ["Dos camas", "Doble"])
def test_of_two_translations_of_a_text_the_first_is_taken_and_the_second_told(second: str) -> None:
    fitted = put(entries(f'{TWIN}msgstr "Dos camas"\n', f'{TWIN}msgstr "{second}"\n'))

    assert fitted.document["steps"][1]["options"][1]["label"] == {"en": "Twin", "es": "Dos camas"}
    assert fitted.left_out == [
        LeftOut(
            "flow:rooms/step:ask/options/twin",
            "The file translates this text twice: only the first translation counts.",
            "step ask: Quick replies twin",
        )
    ]
    again = put(entries(f'{TWIN}msgstr "Dos camas"\n', f'{TWIN}msgstr "{second}"\n'), fitted.document)
    assert (again.taken, again.unchanged, again.left_out) == (0, 1, fitted.left_out)


@pytest.mark.parametrize(
    ("first", "told"),
    [
        (f'{TWIN}msgstr ""\n', []),
        (f'#, fuzzy\n{TWIN}msgstr "Hermanos"\n', ["fuzzy"]),
        (TWIN.replace('"Twin"', '"Two beds"') + 'msgstr "Dos camas"\n', ["has changed since"]),
        (PLURAL.format("ask/options/twin"), ["plural forms"]),
    ],
    ids=["empty", "fuzzy", "of another source", "plural"],
)
def test_an_entry_that_is_not_taken_leaves_the_place_to_the_next(first: str, told: list[str]) -> None:
    fitted = put(entries(first, f'{TWIN}msgstr "Doble"\n'))

    assert fitted.document["steps"][1]["options"][1]["label"] == {"en": "Twin", "es": "Doble"}
    assert len(fitted.left_out) == len(told)
    assert all(word in left.sentence for word, left in zip(told, fitted.left_out, strict=True))


def test_plural_forms_are_told_wherever_they_stand() -> None:
    text = entries(PLURAL.format("ask/options/twin"), PLURAL.format("gone/message"))

    fitted = put(text)

    assert (fitted.document, fitted.taken) == (DOCUMENT, 0)
    assert [(left.place, left.sentence) for left in fitted.left_out] == [
        ("flow:rooms/step:ask/options/twin", "It has plural forms (msgid_plural), and texts of a bot have none.")
    ]
    assert [left.place for left in unknown(read_po(text, ["es"]), fitted.known)] == ["flow:rooms/step:gone/message"]


def test_a_place_whose_source_is_empty_in_the_file_is_told() -> None:
    fitted = put(entries(TWIN.replace('"Twin"', '""') + 'msgstr "Doble"\n'))

    assert ["has changed since" in left.sentence for left in fitted.left_out] == [True]


@pytest.mark.parametrize("blank", ["   ", "\\n\\t", "\u00a0", "\u3000"])
def test_blanks_are_no_translation(blank: str) -> None:
    text = entries(f'{TWIN}msgstr "{blank}"\n', f'msgctxt "gone"\nmsgid "Gone"\nmsgstr "{blank}"\n')

    fitted = put(text)

    assert (fitted.document, fitted.taken, fitted.unchanged, fitted.left_out) == (DOCUMENT, 0, 0, [])
    assert unknown(read_po(text, ["es"]), fitted.known) == []


def test_a_translation_of_an_older_source_is_fuzzy_until_somebody_has_looked_at_it() -> None:
    published = {"steps": [{"name": "hi", "type": "say", "message": {"en": "Hello", "es": "Hola"}}]}
    now = {"steps": [{"name": "hi", "type": "say", "message": {"en": "Good evening", "es": "Hola"}}]}
    text = po(now, published=messages_of(published, "es", "en", FLOW))

    assert '#, fuzzy\n#| msgid "Hello"\nmsgctxt' in text
    assert [problem.sentence for problem in put(text, now).left_out] == [
        "It is marked as fuzzy: look at it again, and take the mark away."
    ]
    looked_at = text.replace("#, fuzzy\n", "").replace('msgstr "Hola"', 'msgstr "Buenas noches"')
    assert put(looked_at, now).document["steps"][0]["message"]["es"] == "Buenas noches"
    assert "fuzzy" not in po(published, published=messages_of(published, "es", "en", FLOW))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "does not say its language"),
        ("hello", "line 1"),
        ('msgid "x"', "line"),
        ("caf\N{REPLACEMENT CHARACTER}", "UTF-8"),
        ('msgid ""\nmsgstr "Language: de\\n"\n', "“de”"),
        ('msgid ""\nmsgstr "PO-Revision-Date: x\\n"\n', "does not say its language"),
    ],
)
def test_what_is_no_file_of_the_bots_languages_is_refused(text: str, told: str) -> None:
    with pytest.raises(TranslationsRefused, match=told):
        read_po(text, ["es"])


@settings(deadline=None)
@given(st.text(alphabet=st.sampled_from('msgidstrctx "\\\n#~,|:[]01é'), max_size=80))
def test_odd_files_are_refused_not_failed_at(text: str) -> None:
    with suppress(TranslationsRefused):
        read_po(text, ["es"])


@pytest.mark.parametrize(
    "header",
    ["PO-Revision-Date: ", "PO-Revision-Date: 2026-11-18T12:00:00Z", "Plural-Forms: nplurals=9000000000000; plural=0;"],
)
def test_of_a_header_only_the_language_counts(header: str) -> None:
    plural = 'msgid "room"\nmsgid_plural "rooms"\nmsgstr[0] "sala"\n'
    read = read_po(f'msgid ""\nmsgstr ""\n"Language: es\\n"\n"{header}\\n"\n\n{plural}', ["es"])

    assert (read.language, len(read.entries)) == ("es", 1)


def test_languages_are_matched_as_tools_write_them() -> None:
    header = 'msgid ""\nmsgstr "Language: {}\\n"\n'
    assert read_po(header.format("pt_BR"), ["es", "pt-BR"]).language == "pt-BR"
    assert read_po("\ufeff" + header.format("es_ES"), ["es", "pt-BR"]).language == "es"
    assert po({"steps": [{"name": "a", "type": "say", "message": "Hi"}]}, "pt-BR").count('"Language: pt_BR\\n"') == 1
    assert '"Language: tlh\\n"' in po(DOCUMENT, "tlh")


# Babel knows no such regions, and refuses to read them.
@pytest.mark.parametrize("language", ["es-ESP", "aa-12", "zzz-abcdefgh-12", "en-ab-cd-ef", "zh-Hant", "es-419"])
def test_every_language_that_a_bot_may_have_goes_out_and_comes_back(language: str) -> None:
    text = translated(po(DOCUMENT, language), "Twin", "Dos camas")

    read = read_po(text, ["es", language])

    assert f'"Language: {language.replace("-", "_")}\\n"' in text
    assert read.language == language
    assert fit(DOCUMENT, read, "en", FLOW).taken == 1


@settings(deadline=None)
@given(st.from_regex(LANGUAGE_PATTERN, fullmatch=True).map(str.strip))
def test_no_language_is_too_odd_to_go_out_and_come_back(language: str) -> None:
    assert read_po(po(DOCUMENT, language), [language]).language == language


WORDING = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\0{}\ufffd"), min_size=1, max_size=60
).map(lambda text: f"a{text}")


@settings(deadline=None)
@given(WORDING, WORDING, WORDING)
def test_every_text_survives_the_way_there_and_back(one: str, other: str, translation: str) -> None:
    document = {"steps": [{"name": "a", "type": "say", "message": {"en": [one, other], "es": translation}}]}
    plain = {"steps": [{"name": "a", "type": "say", "message": [one, other]}]}
    text = po(document)

    fitted = put(text, plain)

    assert fitted.left_out == []
    assert fitted.document == document
    assert [message.id for message in read_po(text, ["es"]).entries] == [one, other]


# It keeps one character for itself, and wants both texts to end alike.
TAKEN = WORDING.filter(lambda text: "\4" not in text).map(lambda text: f"{text}.")


@pytest.mark.skipif(MSGFMT is None, reason="gettext is not installed")
@settings(max_examples=examples(30), deadline=None)
@given(TAKEN, TAKEN)
def test_gettexts_own_tools_take_the_file(source: str, translation: str) -> None:
    document = deepcopy(DOCUMENT)
    document["steps"].append({"name": "odd", "type": "say", "message": {"en": source, "es": translation}})

    checked = subprocess.run(
        [str(MSGFMT), "--check-header", "--check-domain", "-o", "/dev/null", "-"],
        input=po(document),
        capture_output=True,
        text=True,
    )

    assert checked.returncode == 0, checked.stderr


@pytest.mark.skipif(MSGFMT is None, reason="gettext is not installed")
def test_a_translated_file_passes_all_of_gettexts_checks(tmp_path: Path) -> None:
    text = translated(po(DOCUMENT), "20% off", "20% de descuento")
    (tmp_path / "es.po").write_text(text)

    checked = subprocess.run(
        [str(MSGFMT), "--check", "-o", "es.mo", "es.po"], cwd=tmp_path, capture_output=True, text=True
    )

    assert (checked.returncode, checked.stderr) == (0, "")
