import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from flows_app.colours import BLACK, READABLE, WHITE, contrast, text_on
from flows_app.flow_language import BotSettings, Theme

colours = st.integers(0, 0xFFFFFF).map(lambda number: f"#{number:06x}")


def test_a_bot_without_a_theme_has_the_delivered_one() -> None:
    assert BotSettings.model_validate({"theme": {}}).theme == BotSettings().theme == Theme()
    assert Theme().as_written() == {}


@pytest.mark.parametrize(
    "wrong",
    [
        {"colour": "red"},
        {"colour": "#fff"},
        {"colour": "#3b5bdb;background:url(x)"},
        {"colour_scheme": "sepia"},
        {"position": "left"},
        {"radius": 33},
        {"radius": -1},
        {"avatar": "http://shop.example/robot.png"},
        {"avatar": "javascript:alert(1)"},
        {"avatar": "https://"},
        {"avatar": "https://me:secret@shop.example/robot.png"},
        {"avatar": "https://shop.example/a robot.png"},
        {"avatar": "https://shop.example:many/robot.png"},
        {"avatar": "https://shop.example;script-src/robot.png"},
        {"avatar": "https://[::1"},
        {"title": ""},
        {"title": ["Hi", "Hello"]},
        {"title": {"Spanish": "Hola"}},
        {"title": "x" * 81},
        {"greeting": {"en": "x" * 501}},
        {"color": "#3b5bdb"},
    ],
)
def test_what_is_no_theme_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        Theme.model_validate(wrong)


def test_a_picture_may_come_from_any_https_address() -> None:
    for address in ("https://shop.example/robot.png?size=2", "https://cdn-1.shop.example:8443/a%20robot.png", ""):
        assert Theme(avatar=address).avatar == address


def test_texts_are_given_in_one_language() -> None:
    theme = Theme.model_validate({"title": "Acme", "greeting": {"en": "Hello", "es": "Hola"}})

    assert theme.texts("es-MX") == {
        "title": "Acme",
        "subtitle": "",
        "greeting": "Hola",
        "launcher": "",
        "placeholder": "",
    }
    # The widget speaks French better than by an English greeting.
    assert theme.texts("fr")["greeting"] == ""


def test_the_look_has_no_texts_but_the_colour_of_text_on_the_accent() -> None:
    look = Theme.model_validate({"colour": "#ffd43b", "title": "Acme", "rating": True}).look()

    assert look == {
        "colour": "#ffd43b",
        "accent_text": BLACK,
        "colour_scheme": "auto",
        "position": "end",
        "radius": 16,
        "avatar": "",
        "rating": True,
        "transcript": True,
        "restart": True,
    }


def test_contrast_is_computed_as_the_guidelines_do() -> None:
    assert contrast(BLACK, WHITE) == pytest.approx(21)
    assert contrast(WHITE, WHITE) == 1
    # As published: the lightest grey that white may stand on.
    assert contrast("#767676", WHITE) == pytest.approx(4.54, abs=0.005)
    assert contrast(WHITE, "#777777") == pytest.approx(4.48, abs=0.005)


@settings(deadline=None)
@given(colours)
def test_on_every_colour_black_or_white_can_be_read(colour: str) -> None:
    assert contrast(text_on(colour), colour) >= READABLE


def test_only_colours_have_a_contrast() -> None:
    for wrong in ("red", "#fff", "#3b5bdb\n", ""):
        with pytest.raises(ValueError, match="no colour"):
            text_on(wrong)
