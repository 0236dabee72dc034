import io
import pickle
import zipfile
from typing import Any

import numpy as np
import pytest

from conversations_app.understanding.choosing import FlowChooser, NotAChooser
from tests.understanding.choosing.bots import BANK, fitted, untrained

_MESSAGES = ["send money", "my card is gone", "nothing of the kind", ""]


@pytest.mark.parametrize("chooser", [untrained(BANK), fitted(BANK), untrained({}), fitted({"one": ["only one"]})])
def test_bytes_give_the_chooser_back(chooser: FlowChooser) -> None:
    again = FlowChooser.from_bytes(chooser.to_bytes())

    assert again.flows == chooser.flows
    assert again.to_bytes() == chooser.to_bytes()
    assert [again.rank(message) for message in _MESSAGES] == [chooser.rank(message) for message in _MESSAGES]


def test_a_small_bot_takes_little() -> None:
    assert len(fitted(BANK).to_bytes()) < 100_000


@pytest.mark.parametrize("content", [b"", b"PK", b"nothing", pickle.dumps({"flows": 1}), b"\x93NUMPY" + bytes(200)])
def test_other_bytes_are_refused(content: bytes) -> None:
    with pytest.raises(NotAChooser):
        FlowChooser.from_bytes(content)


def test_every_cut_is_refused() -> None:
    content = fitted(BANK).to_bytes()

    for length in range(0, len(content), 997):
        with pytest.raises(NotAChooser):
            FlowChooser.from_bytes(content[:length])


def test_flipped_bits_are_refused_or_harmless() -> None:
    content = fitted(BANK).to_bytes()
    for at in range(0, len(content), 401):
        broken = bytearray(content)
        broken[at] ^= 0xFF
        try:
            chooser = FlowChooser.from_bytes(bytes(broken))
        except NotAChooser:
            continue
        assert len(chooser.rank("send money")) == 3


def _stored(**changed: Any) -> bytes:
    with np.load(io.BytesIO(fitted(BANK).to_bytes())) as arrays:
        parts = {**{name: arrays[name] for name in arrays.files}, **changed}
    content = io.BytesIO()
    np.savez(content, **{name: array for name, array in parts.items() if array is not None})
    return content.getvalue()


@pytest.mark.parametrize(
    "changed",
    [
        {"format": np.array(2)},
        {"flows": np.frombuffer(b'["a"]', dtype=np.uint8)},
        {"flows": np.frombuffer(b"[1, 2, 3]", dtype=np.uint8)},
        {"flows": np.frombuffer(b"nonsense", dtype=np.uint8)},
        {"sizes": np.array([4, 4, 400])},
        {"sizes": np.array([12, 4, -4])},
        {"seen": np.array([1 << 20])},
        {"meanings": np.full((12, 512), np.nan)},
        {"meanings": np.zeros((12, 100))},
        {"wordings": np.zeros((12, 3))},
        {"weights": np.zeros((3, 3))},
        {"weights": np.array([["text"]])},
        {"offsets": np.zeros(7)},
        {"offsets": None},
        {"wordings": None},
    ],
    ids=str,
)
def test_parts_that_do_not_fit_are_refused(changed: dict[str, Any]) -> None:
    with pytest.raises(NotAChooser):
        FlowChooser.from_bytes(_stored(**changed))


def test_nothing_in_them_is_ever_run() -> None:
    content = io.BytesIO()
    np.savez(content, flows=np.array([_Explosive()], dtype=object))

    with pytest.raises(NotAChooser):
        FlowChooser.from_bytes(content.getvalue())


class _Explosive:
    def __reduce__(self) -> tuple[Any, ...]:
        return pytest.fail, ("was run",)


def test_bytes_that_swell_are_refused() -> None:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive, archive.open("weights.npy", "w") as member:
        for _ in range(410):
            member.write(bytes(1_000_000))

    with pytest.raises(NotAChooser, match="Too large"):
        FlowChooser.from_bytes(content.getvalue())
