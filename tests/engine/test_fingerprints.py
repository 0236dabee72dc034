"""Whether values are the same as before, told without keeping them."""

import hashlib
from typing import Any

import pytest

from flows_app.engine.fingerprints import V1, digest, fingerprint, is_digest_of, plain_hash

PIN = {"pin": "7391"}


def noted_under(settings: Any, key: str, *older: str) -> str:
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = key, list(older)
    return fingerprint(PIN).noted


def test_the_same_values_match_in_any_order_and_others_do_not() -> None:
    noted = fingerprint({"a": 1, "b": [2]}).noted

    assert fingerprint({"b": [2], "a": 1}).matches(noted)
    assert not fingerprint({"a": 1, "b": [3]}).matches(noted)
    assert not fingerprint({"a": "1", "b": [2]}).matches(noted)


def test_a_short_secret_cannot_be_guessed_from_what_is_noted(settings: Any) -> None:
    noted = noted_under(settings, "one")

    assert noted != plain_hash(PIN)
    assert noted != noted_under(settings, "two")


def test_what_was_noted_under_an_older_key_still_matches(settings: Any) -> None:
    old = noted_under(settings, "old")
    new = noted_under(settings, "new", "old")

    assert new != old
    assert fingerprint(PIN).matches(old)
    noted_under(settings, "new")
    assert not fingerprint(PIN).matches(old)


def test_what_older_code_noted_without_a_key_matches() -> None:
    assert fingerprint(PIN).matches(plain_hash(PIN))
    assert not fingerprint(PIN).matches(plain_hash({"pin": "7392"}))


def test_a_digest_of_a_text_is_keyed_and_survives_a_new_key(settings: Any) -> None:
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "old", []
    noted = digest("Your PIN is 7391.")
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "new", ["old"]

    assert is_digest_of("Your PIN is 7391.", noted)
    assert not is_digest_of("Your PIN is 7392.", noted)
    assert digest("Your PIN is 7391.") != noted


@pytest.mark.parametrize(("text", "matches"), [("Sent.", True), ("Lost.", False)])
def test_a_digest_of_state_version_1_still_matches(text: str, matches: bool) -> None:
    noted = V1 + hashlib.sha256(b"Sent.").hexdigest()[:12]

    assert is_digest_of(text, noted) is matches


def test_an_acknowledgement_of_state_version_1_holds_for_any_text() -> None:
    assert is_digest_of("Whatever.", V1)


@pytest.mark.parametrize("value", ["\ud800", "ñ", None, 1e300, {"a": {"b": [None]}}])
def test_any_value_has_one(value: object) -> None:
    assert fingerprint({"x": value}).matches(fingerprint({"x": value}).noted)
    assert is_digest_of(f"{value}", digest(f"{value}"))
