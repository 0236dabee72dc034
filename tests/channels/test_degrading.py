"""The one table of what a channel can't show, and what becomes of it."""

import re
from dataclasses import replace

import pytest

from conversations_app.channels.degrading import DEGRADED, EVERYTHING, Feature, Shown, degraded, picked, shown_message
from conversations_app.delivery.plain_text import plain_text_of
from conversations_app.models import Message
from tests.support.processes import ROOT

YES_NO = ({"label": "Yes", "value": "Yes"}, {"label": "*No*", "value": "No"})
NUMBERS = ({"label": "Two", "value": 2}, {"label": "2.5", "value": "2.5"})
PLAIN, MARKED = Shown("It is *so*."), Shown("It is *so*.", [])


def without(*features: Feature) -> frozenset[Feature]:
    return EVERYTHING - {*features}


def test_every_feature_has_its_row() -> None:
    assert [*DEGRADED] == [*Feature]


def test_the_table_in_the_documentation_is_the_one_in_the_code() -> None:
    page = (ROOT / "docs/channels.md").read_text()

    assert re.findall(r"^\| `Feature\.(\w+)` \|", page, re.MULTILINE) == [feature.name for feature in DEGRADED]


def test_a_channel_that_shows_everything_gets_everything() -> None:
    message = Message(
        role="agent",
        text="*Now*?",
        plain_parts=[],
        options=[*YES_NO],
        input={"type": "boolean"},
        wait_for_ack=True,
        metadata={"agent": "Marta", "image": "now.png"},
    )
    shown = shown_message(message)

    assert degraded(shown, EVERYTHING) == shown
    assert (shown.speaker, shown.html, shown.metadata["image"]) == ("Marta", "<p><em>Now</em>?</p>", "now.png")


@pytest.mark.parametrize(
    ("feature", "whole", "rest"),
    [
        (Feature.ACKNOWLEDGEMENTS, replace(PLAIN, wait_for_ack=True), ({"label": "OK", "value": "OK"},)),
        (Feature.ACKNOWLEDGEMENTS, replace(PLAIN, wait_for_ack=True, options=YES_NO), YES_NO),
        (Feature.ACKNOWLEDGEMENTS, PLAIN, ()),
    ],
)
def test_acknowledgements_become_a_button(feature: Feature, whole: Shown, rest: tuple[object, ...]) -> None:
    assert degraded(whole, without(feature)).options == rest


@pytest.mark.parametrize(
    ("feature", "whole", "text"),
    [
        (Feature.BUTTONS, replace(PLAIN, options=YES_NO), "It is *so*.\n1. Yes\n2. *No*"),
        (Feature.BUTTONS, replace(PLAIN, options=NUMBERS), "It is *so*.\n- Two\n- 2.5"),
        (Feature.BUTTONS, PLAIN, "It is *so*."),
        (Feature.INPUTS, replace(PLAIN, input={"type": "date"}), "It is *so*."),
        (Feature.SPEAKERS, replace(PLAIN, speaker="Marta"), "Marta: It is *so*."),
        (Feature.SPEAKERS, PLAIN, "It is *so*."),
        (Feature.MARKDOWN, MARKED, "It is so."),
        (Feature.MARKDOWN, PLAIN, "It is *so*."),
    ],
)
def test_what_cannot_be_shown_is_said(feature: Feature, whole: Shown, text: str) -> None:
    shown = degraded(whole, without(feature))

    assert shown.text == text
    if feature in (Feature.BUTTONS, Feature.INPUTS, Feature.SPEAKERS):
        assert (shown.options, shown.input, shown.speaker) == ((), None, "")


def test_a_list_and_a_name_are_never_read_as_markdown() -> None:
    whole = Shown("Is *{it}* so?", [[4, 8]], YES_NO, speaker="_Marta_")
    shown = degraded(whole, without(Feature.BUTTONS, Feature.SPEAKERS))

    assert shown.html == "<p>_Marta_: Is <em>{it}</em> so?<br>\n1. Yes<br>\n2. *No*</p>"
    assert degraded(shown, without(Feature.MARKDOWN)).text == "_Marta_: Is {it} so?\n1. Yes\n2. *No*"


def test_plain_text_alone() -> None:
    whole = Shown("**Read** it.", [], wait_for_ack=True, speaker="Marta", input={"type": "text"})

    assert degraded(whole, frozenset()) == Shown("Marta: Read it.\n1. OK", wait_for_ack=True)


@pytest.mark.parametrize(
    ("typed", "value"),
    [("1", "Yes"), (" 2 ", "No"), ("#2", "No"), ("2.", "No"), ("2)", "No"), ("3", None), ("0", None), ("-1", None)],
)
def test_a_number_picks_what_stands_there(typed: str, value: str | None) -> None:
    option = picked(Message(role="bot", text="Sure?", options=[*YES_NO]), frozenset(), typed)

    assert (option and option["value"]) == value


@pytest.mark.parametrize("typed", ["", "two", "1 2", "²", "9" * 5_000])
def test_other_words_pick_nothing(typed: str) -> None:
    assert picked(Message(role="bot", text="Sure?", options=[*YES_NO]), frozenset(), typed) is None


def test_where_no_number_was_shown_none_is_picked() -> None:
    message = Message(role="bot", text="How many?", options=[*NUMBERS])

    assert picked(message, frozenset(), "1") is None
    assert picked(Message(role="bot", text="Sure?", options=[*YES_NO]), frozenset({Feature.BUTTONS}), "1") is None


@pytest.mark.parametrize(
    ("markdown", "plain"),
    [
        ("**a** _b_ ~~c~~ `d`", "a b c d"),
        ("# Title\n\nText", "Title\n\nText"),
        ("*one*  \ntwo\nthree", "one\ntwo\nthree"),
        ("- a\n- b\n   1. c\n   2. d\n- e", "- a\n- b\n   1. c\n   2. d\n- e"),
        ("3. c\n4. d", "3. c\n4. d"),
        ("- a\n\n  more\n- b", "- a\n  more\n- b"),
        ("> quoted\n> words\n\nand not", "> quoted\n> words\n\nand not"),
        ("[here](https://example.org/x) and <mailto:a@example.org>", "here (https://example.org/x) and a@example.org"),
        ("https://example.org", "https://example.org"),
        ("[**Ana**](mailto:a@example.org)", "Ana (a@example.org)"),
        ("[bad](javascript:alert(1))", "bad"),
        ("![A cat](https://example.org/cat.png)", "A cat (https://example.org/cat.png)"),
        ("![](https://example.org/cat.png)", "https://example.org/cat.png"),
        ("before\n\n---\n\nafter", "before\n\n—\n\nafter"),
        ("```\nx = *1*\n  y\n```\nafter", "x = *1*\n  y\n\nafter"),
        ("| a | b |\n|---|---|\n| 1 | *2* |\n\nafter", "a | b\n1 | 2\n\nafter"),
        ("2 * 3 &lt; 7", "2 * 3 < 7"),
        ("nothing special", "nothing special"),
    ],
)
def test_markdown_as_plain_text(markdown: str, plain: str) -> None:
    assert plain_text_of(markdown, []) == plain


def test_values_stay_as_they_were_given() -> None:
    text = "*Hello*, *Ana* [x](y)!"
    value = text.index("*Ana*")

    assert plain_text_of(text, [[value, len(text) - 1]]) == "Hello, *Ana* [x](y)!"
    assert plain_text_of(text, None) == text
