import pytest

from flows_app.flow_language import MessageError, MessageTemplate
from flows_app.limits import RENDERED_LENGTH


def render(text: str, **slots: object) -> str:
    return MessageTemplate.parse(text).render(slots)


def test_placeholders_are_filled() -> None:
    assert render("Hello, {name}!", name="Alice") == "Hello, Alice!"
    assert render("{a}{b} and {a}", a=1, b=2) == "12 and 1"


def test_an_empty_slot_shows_nothing_and_zero_is_not_empty() -> None:
    assert render("[{name}]") == "[]"
    assert render("[{amount}] [{agreed}]", amount=0, agreed=False) == "[0] [False]"


def test_django_filters_work() -> None:
    assert render("{amount|floatformat:2}", amount=50) == "50.00"
    assert render("{name|upper}, {name|default:'stranger'}", name="ana") == "ANA, ana"


def test_braces_can_be_shown() -> None:
    assert render("{{name}} is {name}", name="Ana") == "{name} is Ana"


@pytest.mark.parametrize("typed", ["{name}", "{{name}}", "{% debug %}", "{{ request }}", "<b>", "{name|upper}"])
def test_what_a_user_typed_is_never_a_template(typed: str) -> None:
    assert render("Hello, {name}!", name=typed) == f"Hello, {typed}!"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("{name.__class__}", "name of a slot"),
        ("{Name}", "name of a slot"),
        ("{}", "name of a slot"),
        ("{name", "opens or closes no placeholder"),
        ("name}", "opens or closes no placeholder"),
        ("{name|nosuchfilter}", "nosuchfilter"),
        ("{name|default:other}", "argument must be a number or a text in quotes"),
        ("{name|default:x.y}", "argument"),
        ("{name|floatformat:2:3}", "Could not parse"),
        ("{items|random}", "'random' can't be used: it may show something else each time"),
        ("{born|date|timesince}", "'timesince' can't be used"),
        ("{born|timeuntil}", "'timeuntil' can't be used"),
        ("{name|ljust:30000000}", "must not be larger"),
        ("{name|ljust:'30000000'}", "must not be larger"),
    ],
)
def test_a_text_that_cannot_be_read_says_why(text: str, reason: str) -> None:
    with pytest.raises(MessageError, match=reason):
        MessageTemplate.parse(text)


def test_a_filter_that_cannot_take_the_value_costs_nobody_the_answer() -> None:
    assert render("{name|divisibleby:'3'}", name="Ana") == "Ana"


def test_a_message_has_a_longest_length() -> None:
    assert len(render("{a}{a}{a}", a="x" * 8_000)) == 10_000


def test_where_values_stand_is_known() -> None:
    wording = MessageTemplate.parse("{a}, {{b}}: {b}{empty}!").wording({"a": "x", "b": "yz"})

    assert wording.text == "x, {b}: yz!"
    assert wording.plain_parts is not None
    assert [wording.text[start:end] for start, end in wording.plain_parts] == ["x", "yz"]


def test_of_a_text_that_is_cut_off_only_what_is_left_of_them() -> None:
    parts = MessageTemplate.parse("{a}{b}{c}").wording({"a": "x" * 9_990, "b": "y" * 20, "c": "z"}).plain_parts

    assert parts == ((0, 9_990), (9_990, RENDERED_LENGTH))
