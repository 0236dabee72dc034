import pytest
from pytest_django.fixtures import Settings

from flows_app.secrets import SecretUnreadable, decrypt, encrypt, renewed


def test_what_was_encrypted_can_be_read() -> None:
    stored = encrypt("Bearer año 1234")

    assert "Bearer" not in stored
    assert decrypt(stored) == "Bearer año 1234"
    assert encrypt("same") != encrypt("same")


def test_a_rotated_key_still_reads_what_the_old_one_wrote(settings: Settings) -> None:
    old, stored = settings.SECRET_KEY, encrypt("text")
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "new-key", [old]

    assert decrypt(stored) == "text"
    under_new_key = renewed(stored)
    settings.SECRET_KEY_FALLBACKS = []
    assert decrypt(under_new_key) == "text"
    with pytest.raises(SecretUnreadable):
        decrypt(stored)


@pytest.mark.parametrize("stored", ["", "text", "gAAAA", "ñ"])
def test_what_was_not_encrypted_here_is_unreadable(stored: str) -> None:
    with pytest.raises(SecretUnreadable):
        decrypt(stored)
    with pytest.raises(SecretUnreadable):
        renewed(stored)
