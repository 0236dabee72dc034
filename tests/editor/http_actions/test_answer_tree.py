"""An answer as its dialog shows it."""

from flows_app.editor.http_actions.answer_tree import MASK, Masking, tree_of


def test_a_secret_of_digits_is_masked_where_it_comes_back_as_a_number() -> None:
    tree = tree_of({"key": 12345678, "all": [12345678]}, Masking(["12345678"]))

    key, all_of_them = tree["children"]
    assert key["value"] == MASK
    assert all_of_them["children"][0]["value"] == MASK
