import pytest

from flows_app.flow_language import SlotDefinition
from flows_app.slot_types import Phone
from flows_app.values import ValueRefused, accept

PHONE = SlotDefinition(name="phone", type="phone")


@pytest.mark.parametrize(
    ("given", "stored"),
    [
        ("+34 600-00 00 00", "+34600000000"),
        ("+44 (20) 7946.0958", "+442079460958"),
        ("+1 212 555 0123", "+12125550123"),
        ("+800 1234 5678", "+80012345678"),
        # Without the code of a country nobody knows how long it is.
        ("600 123 456", "600123456"),
        ("0034 600 123 456", "0034600123456"),
        ("12 34 56", "123456"),
    ],
)
def test_what_is_stored(given: str, stored: str) -> None:
    assert accept(PHONE, given) == stored


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ("12", Phone.refusal),
        ("call me", Phone.refusal),
        ("+34 600 12", Phone.too_short),
        ("+34 600 000 000 000", Phone.too_long),
        ("+999 600 000 000", Phone.unknown_country),
    ],
)
def test_what_is_refused_and_why(given: str, why: dict[str, str]) -> None:
    with pytest.raises(ValueRefused) as refused:
        accept(PHONE, given)

    assert str(refused.value) == why["en"]
    assert refused.value.in_language("es-MX") == why["es"]
