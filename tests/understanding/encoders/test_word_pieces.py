import json
from pathlib import Path

import pytest

from conversations_app.understanding.encoders.minilm import WordPieces

_WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "send", "##ing", "money", ",", "to", "an", "##a"]


@pytest.fixture
def pieces(tmp_path: Path) -> WordPieces:
    vocabulary = tmp_path / "tokenizer.json"
    vocabulary.write_text(json.dumps(_tokenizer()))
    return WordPieces(vocabulary)


def _tokenizer() -> dict[str, object]:
    special = [(name, _WORDS.index(name)) for name in ("[PAD]", "[UNK]", "[CLS]", "[SEP]")]
    flags = dict.fromkeys(("single_word", "lstrip", "rstrip", "normalized"), False)
    frame = [{"SpecialToken": {"id": "[CLS]", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}}]
    return {
        "version": "1.0",
        # As the real one has it: fixed to a length that no sentence has.
        "padding": {
            "strategy": {"Fixed": 128},
            "direction": "Right",
            "pad_to_multiple_of": None,
            "pad_id": 0,
            "pad_type_id": 0,
            "pad_token": "[PAD]",
        },
        "truncation": None,
        "added_tokens": [{"id": at, "content": name, "special": True, **flags} for name, at in special],
        "normalizer": {
            "type": "BertNormalizer",
            "clean_text": True,
            "handle_chinese_chars": True,
            "strip_accents": None,
            "lowercase": True,
        },
        "pre_tokenizer": {"type": "BertPreTokenizer"},
        "post_processor": {
            "type": "TemplateProcessing",
            "single": [*frame, {"SpecialToken": {"id": "[SEP]", "type_id": 0}}],
            "pair": [*frame, {"SpecialToken": {"id": "[SEP]", "type_id": 0}}, {"Sequence": {"id": "B", "type_id": 1}}],
            "special_tokens": {name: {"id": name, "ids": [at], "tokens": [name]} for name, at in special},
        },
        "decoder": None,
        "model": {
            "type": "WordPiece",
            "unk_token": "[UNK]",
            "continuing_subword_prefix": "##",
            "max_input_chars_per_word": 100,
            "vocab": {word: at for at, word in enumerate(_WORDS)},
        },
    }


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Sending money, to Ána", ["[CLS]", "send", "##ing", "money", ",", "to", "an", "##a", "[SEP]"]),
        ("zebra", ["[CLS]", "[UNK]", "[SEP]"]),
        ("", ["[CLS]", "[SEP]"]),
    ],
)
def test_words_are_cut_into_known_pieces(pieces: WordPieces, text: str, expected: list[str]) -> None:
    assert [_WORDS[at] for at in pieces.ids(text)] == expected


def test_no_text_has_more_pieces_than_the_model_takes(pieces: WordPieces) -> None:
    assert len(pieces.ids("send money " * 400)) == 256
